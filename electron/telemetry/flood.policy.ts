/**
 * Which events of a flood are kept. One defect can make the same error all day; the first tell what it is and the
 * newest that it goes on, so those are kept and the others are counted.
 */
import { createHash } from 'node:crypto';
import type { Event } from '@sentry/core';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface FloodLimits {
  /** Events of one fingerprint an hour, the newest included; 2 or more. */
  perHour: number;
  /** Events of all fingerprints a day; 10 or more. */
  perDay: number;
}

/** A span of time that begins with its first event, in milliseconds since the epoch. */
interface Span {
  start: number;
  kept: number;
}

export interface FloodState {
  day: Span;
  /** By fingerprint. `suppressed`: events since the last that was kept, of which the newest is held. */
  prints: Readonly<Record<string, Span & { suppressed: number }>>;
}

export const CALM: FloodState = { day: { start: 0, kept: 0 }, prints: {} };

/** Stands for the fingerprints that are too many to be told apart. */
const OTHERS = 'others';
/** Fingerprints of which the newest event is held. */
const MAX_HELD = 20;
/** Share of the day's events that only fingerprints get that are new: one flood must not hide another defect. */
const FOR_NEW = 0.1;
/** Frames from the top that tell one defect from another. */
const TOP_FRAMES = 5;

export interface Verdict {
  state: FloodState;
  /** What the event counts as: its fingerprint or `others`. */
  print: string;
  /** Whether it goes on; if not it is the newest, to be held in place of the one before. */
  kept: boolean;
  /** What kept it from going on. */
  limit?: keyof FloodLimits;
  /** Events that were suppressed since the last of its kind that went on. */
  suppressed: number;
}

/** Decides on an event. */
export function admit(state: FloodState, fingerprint: string, now: number, limits: FloodLimits): Verdict {
  const { day, prints } = today(state, now);
  const isNew = !Object.hasOwn(prints, fingerprint);
  const room = isNew ? limits.perDay : Math.floor(limits.perDay * (1 - FOR_NEW));
  const span = spanOf(prints[fingerprint], now);
  // One place of the hour is for the newest.
  if (day.kept < room && span.kept < limits.perHour - 1) {
    const counted = { start: span.start, kept: span.kept + 1, suppressed: 0 };
    return {
      state: { day: { ...day, kept: day.kept + 1 }, prints: { ...prints, [fingerprint]: counted } },
      print: fingerprint,
      kept: true,
      suppressed: span.suppressed,
    };
  }
  const held = Object.values(prints).filter(({ suppressed }) => suppressed > 0).length;
  const print = isNew || (span.suppressed === 0 && held >= MAX_HELD) ? OTHERS : fingerprint;
  const one = spanOf(prints[print], now);
  const suppressed = one.suppressed + 1;
  return {
    state: { day, prints: { ...prints, [print]: { ...one, suppressed } } },
    print,
    kept: false,
    limit: day.kept < room ? 'perHour' : 'perDay',
    suppressed,
  };
}

/** When the next held event may go, in milliseconds since the epoch; `undefined` when none is held. */
export function nextDue(state: FloodState, limits: FloodLimits): number | undefined {
  const hours = Object.values(state.prints)
    .filter(({ suppressed }) => suppressed > 0)
    .map(({ start }) => start + HOUR_MS);
  if (hours.length === 0) return undefined;
  const first = Math.min(...hours);
  return state.day.kept < limits.perDay ? first : Math.max(first, state.day.start + DAY_MS);
}

/** The held events whose hour is over, with how many were suppressed beside each. */
export function release(
  state: FloodState,
  now: number,
  limits: FloodLimits,
): { state: FloodState; due: { print: string; suppressed: number }[] } {
  let { day, prints } = today(state, now);
  const due: { print: string; suppressed: number }[] = [];
  for (const [print, span] of Object.entries(prints)) {
    if (span.suppressed === 0 || isWithin(span, now, HOUR_MS) || day.kept >= limits.perDay) continue;
    due.push({ print, suppressed: span.suppressed - 1 });
    day = { ...day, kept: day.kept + 1 };
    prints = { ...prints, [print]: { start: span.start, kept: span.kept + 1, suppressed: 0 } };
  }
  return { state: { day, prints }, due };
}

/** The state with a new day begun, if one has: fingerprints of which nothing is held are forgotten. */
function today({ day, prints }: FloodState, now: number): FloodState {
  if (isWithin(day, now, DAY_MS)) return { day, prints };
  const held = Object.entries(prints).filter(([, { suppressed }]) => suppressed > 0);
  return { day: { start: now, kept: 0 }, prints: Object.fromEntries(held) };
}

function spanOf(known: FloodState['prints'][string] | undefined, now: number): Span & { suppressed: number } {
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
