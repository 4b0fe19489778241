/** Makes an event of any SDK safe for main's: a field of another shape is repaired, or only that field is lost. */
import type { Event } from '@sentry/core';
import { isObject } from '../../shared/isObject.ts';

type Mend = (value: unknown) => unknown;
type Mends = Readonly<Record<string, Mend>>;
export type Fields = Record<string, unknown>;

export const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const objects = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : undefined);
const texts: Mend = (value) => (Array.isArray(value) ? value.filter(isPlain).map(String) : undefined);

/** 32 hexadecimal digits; some SDKs write them as a UUID. */
export const idOf: Mend = (value) => {
  const digits = String(value).replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : undefined;
};

/** Seconds since the epoch; Sentry also takes an ISO date. */
const timeOf: Mend = (value) => {
  const number = Number(value);
  const seconds = Number.isNaN(number) ? Date.parse(String(value)) / 1000 : number;
  return isPlain(value) && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};

/** An object with these fields repaired. */
const within =
  (mends: Mends): Mend =>
  (value) =>
    isObject(value) ? mend(value, mends) : undefined;

const thrown: Mend = (value) => {
  // The SDK drops a report with an exception that says nothing.
  const known = objects(isObject(value) ? value.values : value)?.filter(
    ({ type, value, stacktrace }) => type || value || stacktrace,
  );
  const values = known?.map(within({ stacktrace: within({ frames: objects }) }));
  return values?.length ? { values } : undefined;
};

const MENDS: Mends = {
  event_id: idOf,
  timestamp: timeOf,
  start_timestamp: timeOf,
  replay_id: idOf,
  replay_start_timestamp: timeOf,
  fingerprint: texts,
  exception: thrown,
  breadcrumbs: objects,
  spans: objects,
  tags: within({}),
  contexts: within({}),
  request: within({}),
  sdk: within({ integrations: texts, packages: objects }),
  debug_meta: within({ images: objects }),
};

function mend(said: Fields, mends: Mends): Fields {
  const entries = Object.entries(said).map(([name, value]) => {
    const mended = Object.hasOwn(mends, name) ? mends[name] : undefined;
    return [name, mended ? mended(value) : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Returns an event that main's SDK can capture, from parsed JSON. @throws TypeError if it is not an object */
export function wellFormed(said: unknown): Event {
  if (!isObject(said)) throw new TypeError('The payload is not an object.');
  return mend(said, MENDS) as Event;
}
