/** What an answer means and what to send next. Pure: clocks and chance are passed in. */
import type { Backoff } from '../../shared/backoff.ts';
import type { Answer } from './post.ts';

/**
 * What an answer means for the envelope that was sent:
 * - `accepted`: it is the server's now
 * - `rejected`: the server never will accept it
 * - `tooLarge`: not as it is
 * - `limited`: later, when limits have passed
 * - `denied`: there is no such project, or its key is no longer good
 * - `failed`: not now
 * - `unreachable`: whoever answered, it was not the server
 */
export type ResponseClass =
  | 'accepted'
  | 'rejected'
  | 'tooLarge'
  | 'limited'
  | 'denied'
  | 'failed'
  | 'unreachable';

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

/** The first send after a wake comes within this time, in milliseconds. */
export const FIRST_SEND_MS = 2_000;
/** Transactions and replays follow within this time, in milliseconds. */
export const BULK_MS = 60_000;

/** What transactions and replays may send while the user works. */
export const BULK_BYTES_PER_SECOND = 256 * 1024;

/** What choosing looks at in an envelope that waits. */
export interface Candidate {
  priority: number;
  order: number;
}

/** Priorities from this one on are bulk: paced, and not the first to be sent. */
export const FIRST_BULK_PRIORITY = 2;

/** The envelope to send now, or when there may be one (`Infinity`: not before something changes). */
export type Choice<T> = { send: T } | { at: number };

/** Chooses the most important priority, and in it the newest, of what does not wait. */
export function choose<T extends Candidate>(
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
