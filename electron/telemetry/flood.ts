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
  /** Whether reports are made; what is held waits as long as not. */
  isOn: () => boolean;
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
  const { file, limits, now = () => Date.now() } = options;
  let { state, held } = read(options);
  let transport: Transport | undefined;
  let due: NodeJS.Timeout | undefined;
  let saving: NodeJS.Timeout | undefined;

  const save = () => {
    clearTimeout(saving);
    saving = undefined;
    try {
      mkdirSync(dirname(file), { recursive: true });
      const texts = [...held].map(([print, envelope]) => [print, textOf(envelope)]);
      writeFileAtomicSync(file, JSON.stringify({ ...state, held: Object.fromEntries(texts) }), {
        flush: false,
      });
    } catch (error) {
      options.log(`The counts of reports are not on disk: ${(error as Error).message}`);
    }
  };
  const releaseDue = () => {
    if (!options.isOn() || !transport) return;
    const released = release(state, now(), limits);
    state = released.state;
    for (const { print, suppressed } of released.due) {
      const envelope = held.get(print);
      held.delete(print);
      if (envelope) send(transport, withCount(envelope, suppressed));
    }
    if (released.due.length > 0) save();
    watch();
  };
  const watch = () => {
    clearTimeout(due);
    due = undefined;
    const at = nextDue(state, limits);
    if (at === undefined) return;
    due = setTimeout(releaseDue, Math.min(Math.max(0, at - now()), MAX_TIMER_MS)).unref();
  };
  const send = (inner: Transport, envelope: Envelope) => {
    inner.send(envelope).then(undefined, (error: Error) => options.log(error.message));
  };

  return {
    wrap: (make) => (made) => {
      const inner = make(made);
      transport = inner;
      watch();
      return {
        ...inner,
        send(envelope) {
          const event = eventOf(envelope);
          if (!event) return inner.send(envelope);
          const verdict = admit(state, fingerprintOf(event), now(), limits);
          ({ state } = verdict);
          if (verdict.kept) {
            held.delete(verdict.print);
            save();
            return inner.send(withCount(envelope, verdict.suppressed));
          }
          held.set(verdict.print, withoutAttachments(envelope));
          options.onSuppressed(verdict.limit === 'perDay' ? 'reportsPerDay' : 'reportsPerHour');
          made.recordDroppedEvent('ratelimit_backoff', 'error');
          saving ??= setTimeout(save, WRITE_DELAY_MS).unref();
          if (!due) watch();
          return Promise.resolve({});
        },
      };
    },
    held: () => held.size,
    save: () => {
      if (saving) save();
    },
    erase() {
      state = CALM;
      held = new Map();
      clearTimeout(due);
      clearTimeout(saving);
      due = saving = undefined;
      rmSync(file, { force: true });
    },
  };
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

/** Says in the event how many like it were not sent. */
function withCount(envelope: Envelope, suppressed: number): Envelope {
  const event = eventOf(envelope);
  if (event && suppressed > 0) event.contexts = { ...event.contexts, flood: { suppressed } };
  return envelope;
}

function textOf(envelope: Envelope): string {
  return Buffer.from(serializeEnvelope(redactEnvelope(envelope))).toString();
}
