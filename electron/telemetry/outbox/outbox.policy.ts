/** What to evict from a full outbox, what a response means, and what to send next. Pure; times in milliseconds. */
import type { RateLimits } from '@sentry/core';
import type { Backoff } from '../../shared/backoff.ts';
import type { NamedFile, StoredEnvelope } from './disk.ts';
import { REPLAY_PRIORITY } from './name.ts';
import type { UploadResponse } from './upload.ts';

/** Returns what a file takes from the budget: whole blocks of NTFS, APFS and ext4, at least one, and its name. */
export const chargeOf = (size: number) => Math.max(1, Math.ceil(size / 4096)) * 4096 + 256;

export type Held = Pick<NamedFile, 'priority' | 'replay' | 'isFirst' | 'size' | 'isQuarantined'>;

/** Lower ranks are evicted first. An error's replay outranks others, and so does the first error of a run. */
function rankOf({ priority, replay, isFirst, isQuarantined }: Held, ofErrors: ReadonlySet<unknown>) {
  if (isQuarantined) return 0;
  if (priority === REPLAY_PRIORITY) return ofErrors.has(replay) ? 2 : 1;
  return 5 - priority + (isFirst ? 1 : 0);
}

/** Returns the replay that an envelope is a part of: without its beginning, or with a gap, none can be played. */
export const partOf = ({ priority, replay }: Pick<Held, 'priority' | 'replay'>) =>
  priority === REPLAY_PRIORITY ? replay : undefined;

/**
 * Returns the envelopes to evict for `bytes` of room: the lower rank first, then the older; a replay as a whole, but not
 * the newcomer's. A new error is never refused in favour of older ones.
 */
export function roomFor<T extends Held>(
  newcomer: Held,
  bytes: number,
  all: Iterable<T>,
  ofErrors: ReadonlySet<string>,
): T[] | undefined {
  const rank = newcomer.priority === 0 ? Number.POSITIVE_INFINITY : rankOf(newcomer, ofErrors);
  // A new error may belong to one of them.
  const kept = new Set([...ofErrors, newcomer.replay]);
  const ranks = [...Map.groupBy(all, (one) => rankOf(one, kept))].sort(([a], [b]) => a - b);
  const less = ranks.flatMap(([ofRank, list]) => (ofRank <= rank ? list : []));
  const going: T[] = [];
  let left = bytes;
  for (const [of, whole] of Map.groupBy(less, (one) => (one.isQuarantined ? one : (partOf(one) ?? one)))) {
    if (left <= 0) break;
    if (of === partOf(newcomer)) continue;
    going.push(...whole);
    left -= whole.reduce((sum, { size }) => sum + chargeOf(size), 0);
  }
  return left > 0 ? undefined : going;
}

export type ResponseClass =
  | 'accepted' // The server has accepted it.
  | 'rejected' // The server will never accept it.
  | 'tooLarge' // The server will not accept it at this size.
  | 'denied' // The project does not exist, or its key is no longer valid.
  | 'failed' // Try again later.
  | 'unreachable'; // Something other than the server responded.

/**
 * Classifies a response. Sentry answers 200 with a JSON object; compatible servers with no body or a word, as captive
 * portals over plain http: these count only over TLS. HTML, a redirect and a refusal that is no JSON are not Sentry's.
 */
export function classifyResponse(response: UploadResponse, isSecure: boolean): ResponseClass {
  const { status } = response;
  if (status >= 200 && status < 300)
    return !isPage(response) && (isSecure || isJson(response)) ? 'accepted' : 'unreachable';
  if (status < 400) return 'unreachable';
  if (status === 413) return 'tooLarge';
  if (status === 400) return isPage(response) ? 'unreachable' : 'rejected';
  if (![401, 403, 404].includes(status)) return 'failed';
  return isJson(response) ? 'denied' : 'unreachable';
}

const isJson = ({ bodyStart }: UploadResponse) => /^\s*\{/.test(bodyStart);

const isPage = ({ headers: { 'content-type': type = '' }, bodyStart }: UploadResponse) =>
  /^\s*</.test(bodyStart) || (bodyStart.trim() !== '' && /^\s*(text\/html|application\/xhtml)/i.test(type));

export const RETRY = { firstMs: 2_000, maxMs: 300_000 } as const satisfies Backoff;

/** The pause while the server denies the project: a few attempts a day. */
export const DENIED_MS = 4 * 3_600_000;

/** The longest rate limit that is obeyed: a wrong header must not silence an app permanently. */
export const MAX_LIMIT_MS = 86_400_000;

/** Until when limits hold it back. That of attachments counts only for these alone: the server accepts the rest. */
export function limitedUntil(categories: string, limits: RateLimits): number {
  const all = categories.split('+');
  const others = all.filter((category) => category !== 'attachment');
  const until = (others.length > 0 ? others : all).map((category) => limits[category] ?? 0);
  return Math.max(limits.all ?? 0, ...until);
}

type Candidate = Pick<StoredEnvelope, 'priority' | 'replay' | 'failedAt'>;

/**
 * Chooses an envelope that has not failed, or that failed longest ago: it may be what breaks the connection. Of these the
 * newest of the most important; within a replay the oldest part, and among replays the one that began last. If none can be
 * sent now, says when to choose again (`Infinity`: not before something changes).
 */
export function choose<T extends Candidate>(
  candidates: Iterable<T>,
  now: number,
  waitsUntil: (candidate: T) => number,
): { send: T } | { at: number } {
  let best: T | undefined;
  let at = Number.POSITIVE_INFINITY;
  const replays = new Set<string>();
  for (const candidate of candidates) {
    const from = waitsUntil(candidate);
    if (from > now) {
      at = Math.min(at, from);
      continue;
    }
    const replay = partOf(candidate);
    const isLater = replay !== undefined && replays.has(replay);
    if (!isLater && (!best || goesBefore(candidate, best))) best = candidate;
    if (replay && candidate.failedAt === undefined) replays.add(replay);
  }
  return best ? { send: best } : { at };
}

function goesBefore(newer: Candidate, older: Candidate): boolean {
  const later = (newer.failedAt ?? 0) - (older.failedAt ?? 0);
  return later === 0 ? newer.priority <= older.priority : later < 0;
}
