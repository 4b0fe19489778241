/** The last faults, kept over restarts for the diagnostics. Redacted before they are kept, and bounded. */
import { readFileSync, statSync } from 'node:fs';
import * as v from 'valibot';
import { writeFileAtomic, writeFileAtomicSync } from '../app/atomicFile.ts';
import { type FaultFact, type FaultFacts, MOST_FAULTS } from '../shared/diagnostics.ts';
import type { Fault } from '../shared/fault.ts';
import { redactPath } from '../shared/redact.ts';

/** Characters of the technical text that are kept, and of each other text. */
const MOST_DETAIL = 2_000;
const MOST_TEXT = 300;
/** Characters that are redacted, which takes time; many more than are kept, because it can make them fewer. */
const MOST_READ = 8_000;
const MOST_URL = 1_000;
/** Bytes. `MOST_FAULTS` entries of full length take 150 kB; a larger file is another program's. */
const MAX_SIZE = 1_000_000;
/** Milliseconds from a fault to the file: faults come in groups. */
export const WRITE_DELAY = 200;
/** Its name in the person's folder. */
export const FAULTS_FILE = 'faults.json';

const Text = v.pipe(v.string(), v.maxLength(MOST_DETAIL));
const FORMAT = 1;

const FileSchema = v.strictObject({
  format: v.literal(FORMAT),
  faults: v.pipe(
    v.array(
      v.strictObject({
        at: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(8.64e15)),
        kind: Text,
        code: v.optional(Text),
        title: Text,
        url: Text,
        detail: v.optional(Text),
        reportId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
      }),
    ),
    v.maxLength(MOST_FAULTS),
  ),
});

export interface FaultLog {
  /** Keeps a fault. One with the same time, kind and path is the same fault, known better now. */
  add(fault: Fault): void;
  /** The newest first. Never throws: what cannot be read is told as a problem. */
  read(): FaultFacts;
  /** Writes at once what waits, before it returns: for the moment before the process ends. */
  flush(): void;
}

/**
 * Reads the file when it is first needed, and not at the start. Writes whole files without blocking; they must outlive
 * the process, not a power cut, and so are not synced.
 * @param file in a folder that is there
 * @param redact takes what is private out of a text
 */
export function openFaultLog(file: string, redact: (text: string) => string): FaultLog {
  let faults: FaultFact[] | undefined;
  let unread: string | undefined;
  let unwritten: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isWriting = false;
  /** Whether something changed since the last write began. */
  let isDue = false;

  function known(): FaultFact[] {
    if (faults) return faults;
    const { list, problem } = readFaults(file);
    unread = problem;
    faults = list;
    return faults;
  }

  const failed = (error: unknown) => {
    unwritten = `New faults cannot be kept in ${file}: ${(error as Error).message}`;
  };
  const toText = () => `${JSON.stringify({ format: FORMAT, faults: known() })}\n`;

  async function write(): Promise<void> {
    timer = undefined;
    if (isWriting) return;
    isWriting = true;
    while (isDue) {
      isDue = false;
      try {
        await writeFileAtomic(file, toText(), { flush: false });
        unwritten = undefined;
      } catch (error) {
        failed(error);
      }
    }
    isWriting = false;
  }

  return {
    add(fault) {
      const fact = factOf(fault, redact);
      const others = known().filter(
        ({ at, kind, url }) => at !== fact.at || kind !== fact.kind || url !== fact.url,
      );
      faults = [fact, ...others].slice(0, MOST_FAULTS);
      isDue = true;
      timer ??= setTimeout(() => void write(), WRITE_DELAY).unref();
    },
    read() {
      const list = [...known()];
      const problem = [unread, unwritten].filter(Boolean).join(' ');
      return { list, ...(problem && { problem }) };
    },
    flush() {
      clearTimeout(timer);
      timer = undefined;
      // A write that is under way may be cut off with the process.
      if (!isDue && !isWriting) return;
      isDue = false;
      try {
        writeFileAtomicSync(file, toText(), { flush: false });
      } catch (error) {
        failed(error);
      }
    },
  };
}

/** The faults in a file; of a file that is not there, none. Never throws. */
function readFaults(file: string): FaultFacts {
  try {
    if (statSync(file).size > MAX_SIZE) throw new Error(`it is larger than ${MAX_SIZE / 1e6} MB`);
    const { faults } = v.parse(FileSchema, JSON.parse(readFileSync(file, 'utf8')));
    return { list: faults as FaultFact[] };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { list: [] };
    const reason = error instanceof Error ? error.message : String(error);
    return { list: [], problem: `The faults of earlier runs cannot be read from ${file}: ${reason}.` };
  }
}

/** A word that is cut through could no longer be known as a secret: it goes too. */
function cut(text: string): string {
  return text.length > MOST_READ ? text.slice(0, MOST_READ).replace(/\S+$/, '') : text;
}

function factOf(
  { at, kind, code, title, url, detail, reportId }: Fault,
  redact: (text: string) => string,
): FaultFact {
  return {
    at: Number.isFinite(at) && at >= 0 && at <= 8.64e15 ? at : 0,
    kind,
    ...(code !== undefined && { code: String(code).slice(0, MOST_TEXT) }),
    title: redact(cut(title)).slice(0, MOST_TEXT),
    url: redactPath(url.slice(0, MOST_URL)).slice(0, MOST_TEXT),
    ...(detail && { detail: redact(cut(detail)).slice(0, MOST_DETAIL) }),
    ...(reportId && { reportId }),
  };
}
