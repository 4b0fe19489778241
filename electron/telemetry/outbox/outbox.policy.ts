/** What goes when the outbox is full, what a response means, and what to send next. Pure; times in milliseconds. */
import type { RateLimits } from '@sentry/core';
import type { Backoff } from '../../shared/backoff.ts';
import { type EnvelopeName, REPLAY_PRIORITY } from './name.ts';
import type { UploadResponse } from './upload.ts';

/** A file takes whole blocks of the disk; 4096 bytes is the block of NTFS, APFS and ext4. */
const BLOCK = 4096;
/** What a name of this length takes in its folder, in bytes. */
const NAME = 256;

/** Bytes that a file of `size` bytes takes from the budget: whole blocks, at least one, and its name. */
export function chargeOf(size: number): number {
  return Math.max(1, Math.ceil(size / BLOCK)) * BLOCK + NAME;
}

/** What eviction needs to know about an envelope. */
export interface Held extends Pick<EnvelopeName, 'priority' | 'replay' | 'isFirst'> {
  /** Grows with arrival, so that a clock that jumps does not decide what goes. Below 0: of an earlier run, by its time. */
  order: number;
  isQuarantined: boolean;
}

const RANKS = 7;

/** Lower ranks go first, of `RANKS`. The replay of an error outranks others, and so does the first error of a run. */
function rankOf({ priority, replay, isFirst, isQuarantined }: Held, ofErrors: ReadonlySet<string>): number {
  if (isQuarantined) return 0;
  if (priority === REPLAY_PRIORITY) return replay !== undefined && ofErrors.has(replay) ? 2 : 1;
  return 5 - priority + (isFirst ? 1 : 0);
}

/**
 * What goes first: the lower rank, and of the same rank the older. In one pass and without sorting all: there may be
 * tens of thousands.
 * @param ofErrors replays (8 digits) that an error belongs to
 * @returns at most `count`, in the order in which they go
 */
export function firstToGo<T extends Held>(
  all: Iterable<T>,
  count: number,
  ofErrors: ReadonlySet<string>,
): T[] {
  const ranks: T[][] = Array.from({ length: RANKS }, () => []);
  for (const one of all) ranks[rankOf(one, ofErrors)]?.push(one);
  const going: T[] = [];
  for (const ofRank of ranks) {
    if (going.length < count) going.push(...oldest(ofRank, count - going.length));
  }
  return going;
}

/** At most `count`, the oldest first. */
function oldest<T extends Held>(all: T[], count: number): T[] {
  const orders = Float64Array.from(all, ({ order }) => order).sort();
  const latest = orders[Math.min(count, orders.length) - 1] ?? 0;
  return all
    .filter(({ order }) => order <= latest)
    .sort((a, b) => a.order - b.order)
    .slice(0, count);
}

/** Whether `one` makes room for `newcomer`. A new error is never refused in favor of older ones. */
export function givesWay(one: Held, newcomer: Held, ofErrors: ReadonlySet<string>): boolean {
  const areErrors = one.priority === 0 && newcomer.priority === 0 && !one.isQuarantined;
  const difference = areErrors ? 0 : rankOf(one, ofErrors) - rankOf(newcomer, ofErrors);
  return difference === 0 ? one.order < newcomer.order : difference < 0;
}

/** What a response means for the envelope that was sent. */
export type ResponseClass =
  | 'accepted' // The server has it.
  | 'rejected' // The server will never accept it.
  | 'tooLarge' // The server will not accept it as it is.
  | 'denied' // No such project, or its key is no longer valid.
  | 'failed' // Try again later.
  | 'unreachable'; // Something other than the server responded.

/**
 * Classifies a response. Sentry answers 200 with `{"id":"…"}` or `{}` as JSON. Some compatible servers send an empty body
 * or a word; over plain http so does a captive portal, so they are believed over TLS only. HTML or a redirect comes from
 * a portal or a proxy, and so does a refusal that is no JSON. 413 may come from a proxy and means the same.
 * @param isSecure whether TLS proves who responded
 */
export function classifyResponse(response: UploadResponse, isSecure: boolean): ResponseClass {
  const { status } = response;
  if (status >= 200 && status < 300) return isFromServer(response, isSecure) ? 'accepted' : 'unreachable';
  if (status < 400) return 'unreachable';
  if (status === 413) return 'tooLarge';
  if (status === 400) return isPage(response) ? 'unreachable' : 'rejected';
  if (![401, 403, 404].includes(status)) return 'failed';
  return isJson(response) ? 'denied' : 'unreachable';
}

function isFromServer(response: UploadResponse, isSecure: boolean): boolean {
  if (isPage(response)) return false;
  // Spotlight, Sentry's server for development, uses plain http and sends no body.
  const isSpotlight = response.headers['x-powered-by'] === 'spotlight-by-sentry';
  return isSecure || isSpotlight || isJson(response);
}

const isJson = ({ bodyStart }: UploadResponse) => bodyStart.trimStart().startsWith('{');

function isPage({ headers, bodyStart }: UploadResponse): boolean {
  const body = bodyStart.trimStart();
  if (body === '') return false;
  return body.startsWith('<') || /^\s*(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '');
}

/** Pauses after failures. */
export const RETRY = { firstMs: 2_000, maxMs: 300_000 } as const satisfies Backoff;

/** The pause while the server denies the project: a few attempts a day. */
export const DENIED_MS = 4 * 3_600_000;

/**
 * When a pause ends that lasts `maxMs` at most: `until`, or now if the clock was set back so far that it would last longer.
 */
export function endOfPause(until: number, now: number, maxMs: number): number {
  return until - now > maxMs ? now : until;
}

/** The longest rate limit that is obeyed: a wrong header must not silence an app for good. */
const MAX_LIMIT_MS = 86_400_000;

/**
 * Until when the server's limits hold back an envelope of these categories. One that has more than attachments does not
 * wait for those: the server takes the rest.
 */
export function limitedUntil(categories: readonly string[], limits: RateLimits, now: number): number {
  const others = categories.filter((category) => category !== 'attachment');
  const decisive = others.length > 0 ? others : categories;
  const until = decisive.map((category) => limits[category] ?? 0);
  return Math.max(...[limits.all ?? 0, ...until].map((at) => endOfPause(at, now, MAX_LIMIT_MS)));
}

/** The envelope to send now, or when there may be one (`Infinity`: not before something changes). */
export type Choice<T> = { send: T } | { at: number };

/** Chooses the newest of the most important that do not have to wait. */
export function choose<T extends Pick<Held, 'priority' | 'order'>>(
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
