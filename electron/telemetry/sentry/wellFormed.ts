/**
 * Makes any SDK's data safe for main's own. A field whose shape would make main's SDK throw is repaired if its meaning
 * is clear, and removed otherwise: only the field is lost, not the report. Fields that are not listed here pass
 * unchanged.
 */
import type { Event } from '@sentry/core';

type Mend = (value: unknown) => unknown;
export type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const object: Mend = (value) => (isObject(value) ? value : undefined);
const objects: Mend = (value) => listOf(value)?.filter(isObject);
const text: Mend = (value) => (isPlain(value) ? String(value) : undefined);
const texts: Mend = (value) => listOf(value)?.filter(isPlain).map(String);

/** Sentry accepts a plain list and `{ values: [] }`. */
function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return isObject(value) && Array.isArray(value.values) ? value.values : undefined;
}

/** 32 hexadecimal digits; some SDKs write them as a UUID. */
export const idOf: Mend = (value) => {
  const digits = String(value).replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : undefined;
};

/** Seconds since the epoch; Sentry also takes an ISO date. */
export const timeOf: Mend = (value) => {
  const seconds =
    typeof value === 'string' && Number.isNaN(Number(value)) ? Date.parse(value) / 1000 : Number(value);
  return isPlain(value) && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};

/** Sentry accepts tags as an object and as a list of pairs. */
const tagsOf: Mend = (value) => {
  if (isObject(value)) return value;
  const pairs = listOf(value)?.filter((pair) => Array.isArray(pair) && isPlain(pair[0]));
  return pairs && Object.fromEntries(pairs as [string, unknown][]);
};

const stackOf: Mend = (value) => {
  const frames = isObject(value) ? objects(value.frames) : undefined;
  return frames && { ...(value as Fields), frames };
};

const thrown: Mend = (value) =>
  (objects(value) as Fields[] | undefined)?.map((one) =>
    mend(one, { type: text, value: text, mechanism: object, stacktrace: stackOf, raw_stacktrace: stackOf }),
  );
const valuesOf =
  (each: Mend): Mend =>
  (value) => {
    const values = each(value);
    return values && { values };
  };

const contextsOf: Mend = (value) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([, context]) => isObject(context)))
    : undefined;

const MENDS: Readonly<Record<string, Mend>> = {
  event_id: idOf,
  timestamp: timeOf,
  start_timestamp: timeOf,
  message: text,
  logger: text,
  level: text,
  transaction: text,
  fingerprint: texts,
  exception: valuesOf(thrown),
  threads: valuesOf(thrown),
  breadcrumbs: objects,
  spans: objects,
  tags: tagsOf,
  contexts: contextsOf,
  ...Object.fromEntries(
    'user extra request logentry debug_meta sdk modules measurements transaction_info _metrics_summary'
      .split(' ')
      .map((name) => [name, object]),
  ),
};

/** Applies each repair to its field, if the object has it; removes what cannot be repaired. `null` means absent. */
function mend(said: Fields, mends: Readonly<Record<string, Mend>>): Fields {
  const entries = Object.entries(said).map(([name, value]) => {
    const mended = Object.hasOwn(mends, name) ? mends[name] : undefined;
    return [name, mended && value !== null ? mended(value) : value] as const;
  });
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== undefined && !(value === null && mends[name])),
  );
}

/**
 * Returns an event that main's SDK can capture, from parsed JSON.
 * @throws TypeError if it is not an object
 */
export function wellFormed(said: unknown): Event {
  if (!isObject(said)) throw new TypeError('The payload is not an object.');
  return mend(said, MENDS) as Event;
}
