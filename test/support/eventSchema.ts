/**
 * Facts of Sentry's published event schema (getsentry/sentry-data-schemas, relay/event.schema.json, 2024-07-25), and of
 * https://develop.sentry.dev/sdk/telemetry/ for what that does not know: spans, replays and sessions.
 */
import type { Payload } from './envelopeServer.ts';

type Kind = 'object' | 'string' | 'number' | 'array' | 'boolean';
/** Fields by their JSON type; `null` may stand for any of them. */
const fieldsOf = (by: Partial<Record<Kind, string>>): ReadonlyMap<string, Kind> =>
  new Map(Object.entries(by).flatMap(([kind, all]) => all.split(' ').map((name) => [name, kind as Kind])));

const TEXTS =
  'culprit dist environment event_id level logger platform release server_name transaction type version';
const OBJECTS =
  'contexts debug_meta exception extra logentry modules request sdk stacktrace tags threads transaction_info user';
/** What the SDK sends although the schema lacks it: `message` for `logentry`, and breadcrumbs as a list. */
const EVENT = {
  object: OBJECTS,
  string: `${TEXTS} message`,
  array: 'errors fingerprint breadcrumbs',
  number: 'received time_spent timestamp',
};
const eventAnd = (more: Partial<Record<Kind, string>>) => new Map([...fieldsOf(EVENT), ...fieldsOf(more)]);
const FIELDS: Readonly<Record<string, ReadonlyMap<string, Kind>>> = {
  event: fieldsOf(EVENT),
  transaction: eventAnd({ object: 'measurements', array: 'spans', number: 'start_timestamp' }),
  replay_event: eventAnd({
    string: 'replay_id replay_type',
    array: 'urls error_ids trace_ids segment_names',
    number: 'segment_id replay_start_timestamp',
  }),
  session: fieldsOf({
    object: 'attrs',
    string: 'sid did started timestamp status',
    boolean: 'init',
    number: 'seq errors duration',
  }),
};
const CRUMB = { string: 'category event_id level message type', object: 'data', number: 'timestamp' };
const THROWN = { object: 'mechanism stacktrace', string: 'module type value', number: 'thread_id' };
/** `console.log` breadcrumbs have the last one, which the schema lacks and the server reads as `info`. */
const LEVEL = /^(?:debug|info|warning|error|fatal|log)$/;

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

function* wrongFields(what: string, value: unknown, fields: ReadonlyMap<string, Kind>): Generator<string> {
  if (kindOf(value) !== 'object') return yield `${what} is no object`;
  for (const [name, one] of Object.entries(value ?? {})) {
    const kind = fields.get(name);
    if (!kind) yield `${what}.${name} is not known`;
    else if (one !== null && kindOf(one) !== kind) yield `${what}.${name} is no ${kind}`;
    if (name === 'level' && !LEVEL.test(one)) yield `${what}.level is ${one}`;
    if (/(?:^|_)id$/.test(name) && kind === 'string' && !/^[\da-f]{32}$/.test(one)) yield `${name} is ${one}`;
  }
}

/** Returns a line for each part of a report that the schema does not allow. */
export function* violations(type: string, payload: Payload): Generator<string> {
  const fields = FIELDS[type];
  if (!fields) return yield `${type} is not known`;
  yield* wrongFields(type, payload, fields);
  const { breadcrumbs, exception, contexts, tags, status = '' } = payload;
  for (const one of breadcrumbs ?? []) yield* wrongFields('breadcrumb', one, fieldsOf(CRUMB));
  for (const one of exception?.values ?? []) yield* wrongFields('exception', one, fieldsOf(THROWN));
  for (const [name, context] of Object.entries(contexts ?? {}))
    if (kindOf(context) !== 'object') yield `the context ${name} is no object`;
  for (const [name, tag] of Object.entries(tags ?? {}))
    if (typeof tag !== 'string') yield `the tag ${name} is no string`;
  if (type === 'session' && !/^(?:ok|exited|crashed|abnormal|errored)$/.test(status))
    yield `the status is ${status}`;
}
