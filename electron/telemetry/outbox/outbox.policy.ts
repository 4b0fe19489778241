/** What must go when the outbox is full or old, what an answer means, and what to send next. Pure: clocks and chance are passed in. */
import type { Backoff } from '../../shared/backoff.ts';
import type { EnvelopeName } from './folder.ts';
import type { Answer } from './post.ts';

/** A file takes whole blocks of the disk; 4096 bytes is the block of NTFS, APFS and ext4. */
const BLOCK = 4096;
/** What a name of this length takes in its folder, in bytes. */
const NAME = 256;
/** Earlier wall clocks are of machines that lost their time, and say nothing about age. */
const EARLIEST_PLAUSIBLE = Date.UTC(2024, 0, 1);
export const DAY_MS = 86_400_000;

/** What is kept, as far as eviction looks at it. */
export interface Held extends Pick<EnvelopeName, 'priority' | 'replay' | 'isFirst'> {
  /** Grows with arrival, so that a clock that jumps does not decide what goes. */
  order: number;
  isQuarantined: boolean;
}

/** Bytes that a file of `size` bytes takes from the budget: whole blocks, at least one, and its name. */
export function chargeOf(size: number): number {
  return Math.max(1, Math.ceil(size / BLOCK)) * BLOCK + NAME;
}

/**
 * What has a lower rank goes first: files in quarantine, then the least important priority, and in it replays of no
 * error before those of one, errors before the first of a run.
 */
function rankOf(held: Held, withErrors: ReadonlySet<string>): number {
  if (held.isQuarantined) return -1;
  const isOfError = held.replay !== undefined && withErrors.has(held.replay);
  const isKept = held.priority === 0 ? held.isFirst : isOfError;
  return (3 - held.priority) * 2 + (isKept ? 1 : 0);
}

/**
 * Whether `a` goes before `b`; of the same rank the older.
 * @param withErrors replays (8 digits) that an error belongs to
 */
export function goesBefore(a: Held, b: Held, withErrors: ReadonlySet<string>): boolean {
  const [rankA, rankB] = [rankOf(a, withErrors), rankOf(b, withErrors)];
  return rankA === rankB ? a.order < b.order : rankA < rankB;
}

/** Whether `held` makes room for `newcomer`. No error is refused for the sake of older ones. */
export function givesWay(held: Held, newcomer: Held, withErrors: ReadonlySet<string>): boolean {
  if (held.priority === 0 && newcomer.priority === 0)
    return held.isQuarantined || held.order < newcomer.order;
  return goesBefore(held, newcomer, withErrors);
}

/**
 * Whether the wall clock is right as far as one can tell: no earlier than the one that was believed last, and no later
 * than the time for which an app that is used stands still. A clock that is a year ahead makes nothing old.
 * @param believed the wall clock that was believed last; all in milliseconds
 */
export function isBelievable(wall: number, believed: number, maxAge: number): boolean {
  return wall > believed - DAY_MS && wall - believed <= maxAge;
}

/** Whether what was captured at `time` is older than `maxAge`, by the wall clock; never when either lost its time. */
export function isOverdue(time: number, wall: number, maxAge: number): boolean {
  return time >= EARLIEST_PLAUSIBLE && wall - time > maxAge;
}

/** What an answer means for the envelope that was sent. */
export type ResponseClass =
  | 'accepted' // It is the server's now.
  | 'rejected' // The server never will accept it.
  | 'tooLarge' // Not as it is.
  | 'limited' // Later, when limits have passed.
  | 'denied' // There is no such project, or its key is no longer good.
  | 'failed' // Not now.
  | 'unreachable'; // Whoever answered, it was not the server.

/**
 * Classifies an answer. Sentry's ingestion answers 200 with `{"id":"…"}` or `{}` as JSON. Some compatible servers answer
 * with nothing or a word, which over plain http is also what a captive portal does: they are believed over TLS.
 * A page of HTML or a redirect is a portal or a proxy. 413 may come from a proxy and means the same.
 * @param isSecure whether TLS proves who answers
 */
export function classifyResponse(answer: Answer, isSecure: boolean): ResponseClass {
  const { status } = answer;
  if (status >= 200 && status < 300) return isFromServer(answer, isSecure) ? 'accepted' : 'unreachable';
  if (status < 400) return 'unreachable';
  if (status === 413) return 'tooLarge';
  if (status === 400) return isPage(answer) ? 'unreachable' : 'rejected';
  if ([401, 403, 404].includes(status)) return 'denied';
  return status === 429 ? 'limited' : 'failed';
}

function isFromServer(answer: Answer, isSecure: boolean): boolean {
  if (isPage(answer)) return false;
  // Spotlight, Sentry's server for development, listens on plain http and says nothing else.
  const isSpotlight = answer.headers['x-powered-by'] === 'spotlight-by-sentry';
  return isSecure || isSpotlight || answer.bodyStart.trimStart().startsWith('{');
}

function isPage({ headers, bodyStart }: Answer): boolean {
  const body = bodyStart.trimStart();
  if (body === '') return false;
  return body.startsWith('<') || /^\s*(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '');
}

/** Pauses after a failure: from 1 s to 5 min. */
export const RETRY = { firstMs: 2_000, maxMs: 300_000 } as const satisfies Backoff;

/** Pauses of everything while the server denies the project: from a quarter of an hour to a day. */
export const DENIED_RETRY = { firstMs: 1_800_000, maxMs: 86_400_000 } as const satisfies Backoff;

/** What transactions and replays may send while the user works. */
export const BULK_BYTES_PER_SECOND = 256 * 1024;

/** Priorities from this one on are bulk: paced, and not the first to be sent. */
export const FIRST_BULK_PRIORITY = 2;

/** The envelope to send now, or when there may be one (`Infinity`: not before something changes). */
export type Choice<T> = { send: T } | { at: number };

/** Chooses the most important priority, and in it the newest, of what does not wait. */
export function choose<T extends { priority: number; order: number }>(
  candidates: Iterable<T>,
  now: number,
  waitsUntil: (candidate: T) => number,
): Choice<T> {
  let best: T | undefined;
  let at = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const { priority, order } = candidate;
    const from = waitsUntil(candidate);
    if (from > now) at = Math.min(at, from);
    else if (!best || priority < best.priority || (priority === best.priority && order > best.order)) {
      best = candidate;
    }
  }
  return best ? { send: best } : { at };
}
