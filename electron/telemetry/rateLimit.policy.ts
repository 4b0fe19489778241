/**
 * Which events are kept when one defect makes the same error all day: the first of each hour. The others are counted,
 * and the next that is kept says how many they were.
 */
import { createHash } from 'node:crypto';
import type { Event } from '@sentry/core';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface RateLimits {
  /** Events of one fingerprint an hour. */
  perHour: number;
  /** Events of all fingerprints a day; 10 or more. */
  perDay: number;
}

/** A span of time that begins with its first event, in milliseconds since the epoch. */
interface Span {
  start: number;
  kept: number;
}

export interface RateState {
  day: Span;
  /** By fingerprint. `suppressed`: events since the last that was kept. */
  prints: Readonly<Record<string, Span & { suppressed: number }>>;
}

export const NOTHING_COUNTED: RateState = { day: { start: 0, kept: 0 }, prints: {} };

/** Stands for the fingerprints that are not told apart. */
const OTHERS = 'others';
/** Fingerprints that are told apart. */
export const MAX_PRINTS = 200;
/** Share of the day's events that only fingerprints get that are new: one defect must not hide another. */
const FOR_NEW = 0.1;
/** Frames from the top that tell one defect from another. */
const TOP_FRAMES = 5;

export interface Verdict {
  state: RateState;
  /** What kept it from going on; undefined if it goes on. */
  limit: keyof RateLimits | undefined;
  /** Events that were suppressed since the last of its kind that went on. */
  suppressed: number;
}

/** Decides on an event. `now` in milliseconds since the epoch. */
export function admit(before: RateState, fingerprint: string, now: number, limits: RateLimits): Verdict {
  const { day, prints } = today(before, now);
  const isNew = !Object.hasOwn(prints, fingerprint);
  const room = isNew ? limits.perDay : Math.floor(limits.perDay * (1 - FOR_NEW));
  const isDayFull = day.kept >= room;
  const print = isNew && (isDayFull || Object.keys(prints).length >= MAX_PRINTS) ? OTHERS : fingerprint;
  const span = spanOf(prints[print], now);
  const limit = isDayFull ? 'perDay' : span.kept >= limits.perHour ? 'perHour' : undefined;
  const counted = (changed: Partial<typeof span>) => ({ ...prints, [print]: { ...span, ...changed } });
  if (limit) {
    const suppressed = span.suppressed + 1;
    return { state: { day, prints: counted({ suppressed }) }, limit, suppressed };
  }
  return {
    state: { day: { ...day, kept: day.kept + 1 }, prints: counted({ kept: span.kept + 1, suppressed: 0 }) },
    limit,
    suppressed: span.suppressed,
  };
}

/** The state with a new day begun, if one has: only what the day before suppressed is carried over. */
function today({ day, prints }: RateState, now: number): RateState {
  if (isWithin(day, now, DAY_MS)) return { day, prints };
  const owed = Object.entries(prints).filter(
    ([, span]) => span.suppressed > 0 && isWithin(span, now, 2 * DAY_MS),
  );
  return { day: { start: now, kept: 0 }, prints: Object.fromEntries(owed) };
}

function spanOf(known: RateState['prints'][string] | undefined, now: number) {
  if (known && isWithin(known, now, HOUR_MS)) return known;
  return { start: now, kept: 0, suppressed: known?.suppressed ?? 0 };
}

/** A clock that was set back begins a new span: it must not keep a limit closed for years. */
function isWithin({ start }: Span, now: number, length: number): boolean {
  return now >= start && now < start + length;
}

/**
 * What makes two events the same defect: what its developer says, else the kind of error and where it was thrown,
 * else its words without the numbers in them.
 */
export function fingerprintOf({ fingerprint, exception, message, logentry, tags }: Event): string {
  const own = fingerprint?.filter((part) => part !== '{{ default }}');
  const parts = own?.length
    ? own
    : (exception?.values ?? []).flatMap(({ type, value, stacktrace }) => {
        const frames = stacktrace?.frames?.slice(-TOP_FRAMES) ?? [];
        const places = frames.map(
          (frame) => `${frame.filename}:${frame.function}:${frame.lineno}:${frame.colno}`,
        );
        return [type, ...(places.length > 0 ? places : [withoutNumbers(value)])];
      });
  const words = parts.length > 0 ? [] : [withoutNumbers(logentry?.message ?? message)];
  const kind = [tags?.['fault.kind'], tags?.['fault.code'], tags?.['exit.reason'], tags?.['event.process']];
  return createHash('sha256')
    .update([...parts, ...words, ...kind].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

function withoutNumbers(text = ''): string {
  return text.replace(/[\da-f]{8,}|\d+/gi, '#');
}
