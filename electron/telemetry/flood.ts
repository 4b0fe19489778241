/** Keeps floods of reports within their limits, over both processes and over restarts. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Envelope, type Event, parseEnvelope, serializeEnvelope, type Transport } from '@sentry/core';
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
import type { MakeTransport } from './sentry/events.ts';

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

export type Flood = ReturnType<typeof createFlood>;

export function createFlood(options: FloodOptions) {
  const { limits, now = () => Date.now(), onSuppressed, log } = options;
  const book = openBook(options);
  let transport: Transport | undefined;
  let alarm: NodeJS.Timeout | undefined;

  function setAlarm(): void {
    clearTimeout(alarm);
    const at = nextDue(book.state, limits);
    const wait = at === undefined ? undefined : Math.min(Math.max(0, at - now()), MAX_TIMER_MS);
    alarm = wait === undefined ? undefined : setTimeout(releaseDue, wait).unref();
  }
  function releaseDue(): void {
    const released = release(book.state, now(), limits);
    book.state = released.state;
    for (const { print, suppressed } of released.due) {
      const envelope = book.held.get(print);
      book.held.delete(print);
      if (envelope)
        transport
          ?.send(withCount(envelope, suppressed))
          .then(undefined, (error: Error) => log(error.message));
    }
    if (released.due.length > 0) book.save();
    setAlarm();
  }
  /** The envelope if it may go on; else it is held as the newest of its kind. */
  function pass(envelope: Envelope, event: Event): Envelope | undefined {
    const verdict = admit(book.state, fingerprintOf(event), now(), limits);
    book.state = verdict.state;
    if (verdict.kept) {
      book.held.delete(verdict.print);
      book.save();
      return withCount(envelope, verdict.suppressed);
    }
    book.held.set(verdict.print, withoutAttachments(envelope));
    book.saveSoon();
    onSuppressed(verdict.limit === 'perDay' ? 'reportsPerDay' : 'reportsPerHour');
    if (!alarm) setAlarm();
    return undefined;
  }
  return {
    /** Passes on what is within the limits. */
    wrap:
      (make: MakeTransport): MakeTransport =>
      (made) => {
        const inner = make(made);
        transport = inner;
        setAlarm();
        return {
          ...inner,
          send(envelope) {
            const event = eventOf(envelope);
            const passed = event ? pass(envelope, event) : envelope;
            if (passed) return inner.send(passed);
            made.recordDroppedEvent('ratelimit_backoff', 'error');
            return Promise.resolve({});
          },
        };
      },
    /** Events that are held. */
    held: () => book.held.size,
    /** Writes what is counted and not yet on disk. */
    save: book.saveNow,
    /** Forgets what is held and counted, on disk too. Throws the file system's error. */
    erase() {
      clearTimeout(alarm);
      alarm = undefined;
      book.erase();
    },
  };
}

/** The counts and the held events by fingerprint, in memory and on disk. */
function openBook(options: FloodOptions) {
  const { file, log } = options;
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const book = {
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
    /** A flood must not keep the disk busy. */
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

function read({ file, log }: FloodOptions): { state: FloodState; held: Map<string, Envelope> } {
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

function withCount(envelope: Envelope, suppressed: number): Envelope {
  const event = eventOf(envelope);
  if (event && suppressed > 0) event.contexts = { ...event.contexts, flood: { suppressed } };
  return envelope;
}

function textOf(envelope: Envelope): string {
  return Buffer.from(serializeEnvelope(redactEnvelope(envelope))).toString();
}
