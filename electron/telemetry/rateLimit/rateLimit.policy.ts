/** Limits events of one defect: the first of each hour are kept, the others counted in the next one that is kept. */
import type { Event } from '@sentry/core';
import * as v from 'valibot';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import { isWithin } from './period.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Events of one fingerprint per hour, and of all per day; the latter 10 or more. */
export type RateLimits = Record<'reportsPerHour' | 'reportsPerDay', number>;

/** A period that starts with its first event; `start` in milliseconds since the epoch. */
const span = { start: v.number(), kept: v.number() };
export const COUNTS = {
  day: v.object(span),
  /** By fingerprint. `suppressed`: events since the last one that was kept. */
  prints: v.record(v.string(), v.object({ ...span, suppressed: v.number() })),
};
export type RateState = v.InferOutput<v.StrictObjectSchema<typeof COUNTS, undefined>>;

export const NOTHING_COUNTED: RateState = { day: { start: 0, kept: 0 }, prints: {} };

/** What comes beyond them is counted as one, `others`. */
export const MAX_PRINTS = 200;
/** Share of the day's events reserved for new fingerprints: one defect must not hide another. */
const FOR_NEW = 0.1;
/** Stack frames, from the top, that identify a defect. */
const TOP_FRAMES = 5;

/** Returns the limit that an event exceeds, and how many like it were suppressed since the last kept one. `now` in ms. */
export function admit(before: RateState, fingerprint: string, now: number, limits: RateLimits) {
  const { day, prints } = today(before, now);
  const isNew = !Object.hasOwn(prints, fingerprint);
  const room = Math.floor(limits.reportsPerDay * (isNew ? 1 : 1 - FOR_NEW));
  const isDayFull = day.kept >= room;
  const print = isNew && (isDayFull || Object.keys(prints).length >= MAX_PRINTS) ? 'others' : fingerprint;
  const span = spanOf(prints[print], now);
  const isHourFull = span.kept >= limits.reportsPerHour;
  const limit: keyof RateLimits | undefined = isDayFull
    ? 'reportsPerDay'
    : isHourFull
      ? 'reportsPerHour'
      : undefined;
  const suppressed = span.suppressed + (limit ? 1 : 0);
  const counted = limit ? { ...span, suppressed } : { ...span, kept: span.kept + 1, suppressed: 0 };
  const kept = day.kept + (limit ? 0 : 1);
  return { state: { day: { ...day, kept }, prints: { ...prints, [print]: counted } }, limit, suppressed };
}

/** Begins a new day when it is due, and keeps only the counts of suppressed events. */
function today({ day, prints }: RateState, now: number): RateState {
  if (isWithin(day.start, now, DAY_MS)) return { day, prints };
  const owed = Object.entries(prints).filter(
    ([, span]) => span.suppressed > 0 && isWithin(span.start, now, 2 * DAY_MS),
  );
  return { day: { start: now, kept: 0 }, prints: Object.fromEntries(owed) };
}

function spanOf(known: RateState['prints'][string] | undefined, now: number) {
  if (known && isWithin(known.start, now, HOUR_MS)) return known;
  return { start: now, kept: 0, suppressed: known?.suppressed ?? 0 };
}

/** The developer's own fingerprint, else the error's type and stack, else the message without its numbers. */
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
  return nodeCrypto()
    .createHash('sha256')
    .update([...parts, ...words, ...kind].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

const withoutNumbers = (text: unknown = '') => String(text).replace(/[\da-f]{8,}|\d+/gi, '#');
