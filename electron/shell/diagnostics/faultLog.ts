/** The most recent faults, kept across restarts, redacted and limited in size. */
import * as v from 'valibot';
import { stateFile } from '../../common/stateFile.ts';
import type { Fault } from '../../shared/fault.ts';
import { titleOf } from '../../shared/faultText.ts';
import { redactPath } from '../../shared/secretPatterns/redact.ts';

export const FAULTS_FILE = 'faults.json';
export const MAX_FAULTS = 50;
const MAX_DETAIL = 2_000;
const MAX_TEXT = 300;
/** Milliseconds before a fault is written, because faults come in groups. */
const WRITE_DELAY_MS = 200;

type LoggedFault = Pick<Fault, 'at' | 'kind' | 'url' | 'detail' | 'reportId'> & {
  code?: string;
  title: string;
};

const LOGGED = v.looseObject({ at: v.number(), kind: v.string(), title: v.string(), url: v.string() });

export type FaultLog = ReturnType<typeof openFaultLog>;

/** Reads the file on first use. It must survive the process but not a power cut, so it is not synced. */
export function openFaultLog(file: string, redact: (text: string) => string) {
  /** What could not be read or written, until a write succeeds. */
  let problems: string[] = [];
  const state = stateFile(file, { faults: v.array(LOGGED) }, (problem) => void problems.push(problem));
  let known: LoggedFault[] | undefined;
  let timer: NodeJS.Timeout | undefined;

  const load = () => (known ??= (state.read()?.faults ?? []) as LoggedFault[]);

  function flush(): void {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    if (state.write({ faults: load() }, false)) problems = [];
  }

  return {
    /** Adds a fault. It replaces a less complete one with the same time, kind and path. */
    add(fault: Fault): void {
      const added = toLogged(fault, redact);
      const isOther = ({ at, kind, url }: LoggedFault) =>
        at !== added.at || kind !== added.kind || url !== added.url;
      known = [added, ...load().filter(isOther)].slice(0, MAX_FAULTS);
      timer ??= setTimeout(flush, WRITE_DELAY_MS).unref();
    },
    /** Newest first. Never throws. */
    read: () => ({ list: [...load()], problems }),
    flush,
  };
}

function toLogged(fault: Fault, redact: (text: string) => string): LoggedFault {
  const { at, kind, code, url, detail, reportId } = fault;
  return {
    at: Number.isFinite(at) ? at : 0,
    kind,
    ...(code !== undefined && { code: String(code).slice(0, MAX_TEXT) }),
    title: titleOf(fault),
    url: redactPath(url).slice(0, MAX_TEXT),
    ...(detail && { detail: redact(detail).slice(0, MAX_DETAIL) }),
    reportId,
  };
}
