/** Keeps floods of reports within their limits, over both processes and over restarts. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type BaseTransportOptions,
  type Envelope,
  type Event,
  parseEnvelope,
  serializeEnvelope,
  type Transport,
} from '@sentry/core';
import * as v from 'valibot';
import { writeFileAtomicSync } from '../app/atomicFile.ts';
import {
  admit,
  CALM,
  type FloodLimits,
  type FloodState,
  fingerprintOf,
  nextDue,
  release,
} from './flood.policy.ts';
import { redactEnvelope } from './redaction.ts';
import type { MakeTransport } from './sentry/envelopes.ts';

/** Milliseconds from a suppressed event to the file: what a crash can take of the count. */
const WRITE_DELAY_MS = 1_000;
/** The longest that Node's timers can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const span = { start: v.number(), kept: v.number() };
const FileSchema = v.object({
  day: v.object(span),
  prints: v.record(v.string(), v.object({ ...span, suppressed: v.number() })),
  /** The newest suppressed event of a fingerprint: an envelope as text. */
  held: v.record(v.string(), v.string()),
});

export interface FloodOptions {
  /** Where the counts are kept. */
  file: string;
  limits: FloodLimits;
  now?: () => number;
  onSuppressed: (limit: 'reportsPerHour' | 'reportsPerDay') => void;
  /** Gets one line about a file that cannot be read or written; the counts then hold for this run. */
  log: (line: string) => void;
}

export interface Flood {
  /** Passes on what is within the limits. */
  wrap(make: MakeTransport): MakeTransport;
  /** Events that are held. */
  held(): number;
  /** Writes what is counted and not yet on disk. */
  save(): void;
  /** Forgets what is held and counted, on disk too. Throws the file system's error. */
  erase(): void;
}

export function createFlood(options: FloodOptions): Flood {
  const { limits, now = () => Date.now() } = options;
  const book = openBook(options);
  let transport: Transport | undefined;

  const releaseDue = () => {
    const released = release(book.state, now(), limits);
    book.state = released.state;
    for (const { print, suppressed } of released.due) {
      const envelope = book.held.get(print);
      book.held.delete(print);
      if (!envelope) continue;
      transport
        ?.send(withCount(envelope, suppressed))
        .then(undefined, (error: Error) => options.log(error.message));
    }
    if (released.due.length > 0) book.save();
    watch();
  };
  const alarm = createAlarm(releaseDue, now);
  const watch = () => alarm.set(nextDue(book.state, limits));
  const pass = (envelope: Envelope, event: Event): Envelope | undefined => {
    const verdict = admit(book.state, fingerprintOf(event), now(), limits);
    book.state = verdict.state;
    if (verdict.kept) {
      book.held.delete(verdict.print);
      book.save();
      return withCount(envelope, verdict.suppressed);
    }
    book.held.set(verdict.print, withoutAttachments(envelope));
    book.saveSoon();
    options.onSuppressed(verdict.limit === 'perDay' ? 'reportsPerDay' : 'reportsPerHour');
    if (!alarm.isSet()) watch();
    return undefined;
  };
  const passOn = (envelope: Envelope, inner: Transport, made: BaseTransportOptions) => {
    const event = eventOf(envelope);
    const passed = event ? pass(envelope, event) : envelope;
    if (passed) return inner.send(passed);
    made.recordDroppedEvent('ratelimit_backoff', 'error');
    return Promise.resolve({});
  };
  return {
    wrap: (make) => (made) => {
      const inner = make(made);
      transport = inner;
      watch();
      return {
        ...inner,
        send: (envelope) => passOn(envelope, inner, made),
      };
    },
    held: () => book.held.size,
    save: book.saveNow,
    erase() {
      alarm.set(undefined);
      book.erase();
    },
  };
}

/** One timer for a time of the wall clock; `undefined` takes it away. It does not keep the process alive. */
function createAlarm(action: () => void, now: () => number) {
  let timer: NodeJS.Timeout | undefined;
  return {
    isSet: () => timer !== undefined,
    set(at: number | undefined) {
      clearTimeout(timer);
      timer = undefined;
      if (at === undefined) return;
      const ring = () => {
        timer = undefined;
        action();
      };
      timer = setTimeout(ring, Math.min(Math.max(0, at - now()), MAX_TIMER_MS)).unref();
    },
  };
}

/** The counts and the held events, in memory and on disk. */
interface Book {
  state: FloodState;
  /** By fingerprint. */
  held: Map<string, Envelope>;
  save(): void;
  /** Saves within a second: a flood must not keep the disk busy. */
  saveSoon(): void;
  /** Saves what waits to be saved. */
  saveNow(): void;
  erase(): void;
}

function openBook(options: FloodOptions): Book {
  const { file, log } = options;
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const book: Book = {
    ...read(options),
    save() {
      cancel();
      const texts = [...book.held].map(([print, envelope]) => [print, textOf(envelope)]);
      try {
        mkdirSync(dirname(file), { recursive: true });
        const text = JSON.stringify({ ...book.state, held: Object.fromEntries(texts) });
        writeFileAtomicSync(file, text, { flush: false });
      } catch (error) {
        log(`The counts of reports are not on disk: ${(error as Error).message}`);
      }
    },
    saveSoon() {
      timer ??= setTimeout(book.save, WRITE_DELAY_MS).unref();
    },
    saveNow: () => timer && book.save(),
    erase() {
      cancel();
      book.state = CALM;
      book.held.clear();
      rmSync(file, { force: true });
    },
  };
  return book;
}

function read({ file, log }: FloodOptions): Pick<Book, 'state' | 'held'> {
  try {
    const { held, ...state } = v.parse(FileSchema, JSON.parse(readFileSync(file, 'utf8')));
    const envelopes = Object.entries(held).map(([print, text]) => [print, parseEnvelope(text)] as const);
    return { state, held: new Map(envelopes) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') log(`The counts of reports begin anew (${file}): ${message}`);
    return { state: CALM, held: new Map() };
  }
}

function eventOf([, items]: Envelope): Event | undefined {
  const event = (items as [{ type: string }, unknown][]).find(([{ type }]) => type === 'event')?.[1];
  return typeof event === 'object' && event !== null ? (event as Event) : undefined;
}

/** What is held is small: the attachments of those that came before tell the same. */
function withoutAttachments([header, items]: Envelope): Envelope {
  const kept = (items as [{ type: string }, unknown][]).filter(([{ type }]) => type !== 'attachment');
  return [header, kept] as unknown as Envelope;
}

/** Says in the event how many like it were not sent. */
function withCount(envelope: Envelope, suppressed: number): Envelope {
  const event = eventOf(envelope);
  if (event && suppressed > 0) event.contexts = { ...event.contexts, flood: { suppressed } };
  return envelope;
}

function textOf(envelope: Envelope): string {
  return Buffer.from(serializeEnvelope(redactEnvelope(envelope))).toString();
}
