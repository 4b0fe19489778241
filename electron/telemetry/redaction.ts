/**
 * Takes what is private out of everything that is stored to be sent: events of both processes, minidump events,
 * transactions, replays, sessions and their breadcrumbs alike. Attachments pass as they are: a minidump is memory, as
 * shared/texts/menu.ts tells the user.
 */
import type { Envelope } from '@sentry/core';
import { redactHere } from '../app/redact.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import { isSecretName, REDACTED } from '../shared/redact.ts';
import { redactRecording as redactFieldsOf } from './replay/recording.ts';

/** Items whose payload is bytes, not JSON. */
const BINARY: ReadonlySet<string> = new Set(['attachment', 'replay_recording', 'replay_video']);

/** Fields that tie reports together. What they hold looks like a secret to a rule, and is none in this form. */
const ID_FIELDS: ReadonlySet<string> = new Set(
  'event_id trace_id span_id parent_span_id replay_id replayId error_ids trace_ids segment_ids debug_id code_id sid did user_id profile_id profiler_id check_in_id associated_event_id public_key'.split(
    ' ',
  ),
);
const ID = /^(?:[\da-f]{16}|[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Fields at the top of an item or a header that the developer fills, not the user's machine. */
const FIXED: ReadonlySet<string> = new Set(['release', 'environment', 'dist', 'platform', 'sdk', 'modules']);

/** Fields of a user that are redacted by a rule of their own, or say who it is. */
const OF_PERSON: ReadonlySet<string> = new Set(['id', 'email', 'username', 'name', 'ip_address']);

/** Fields that hold a path of the app, in which `/home/settings` is a page and no folder. */
const APP_PATHS: ReadonlySet<string> = new Set(['url', 'urls', 'to', 'from', 'transaction', 'url.path']);

/** What nobody needs to see: an event that nests deeper than the SDK's own limit of 3 levels many times over. */
const MAX_DEPTH = 40;

type Item = [{ type: string; length?: number }, unknown];

/** The envelope with everything private taken out, but for its recording. What was passed in stays as it is. */
export function redactEnvelope(envelope: Envelope): Envelope {
  const [header, items] = envelope;
  const redacted = (items as Item[]).map(([itemHeader, payload]): Item => {
    if (BINARY.has(itemHeader.type)) return [itemHeader, payload];
    if (typeof payload === 'object' && payload !== null && !(payload instanceof Uint8Array)) {
      return [itemHeader, redactItem(payload)];
    }
    const bytes = Buffer.from(redactSerialized(Buffer.from(payload as string | Uint8Array).toString()));
    return [{ ...itemHeader, length: bytes.length }, bytes];
  });
  const { trace } = header as { trace?: object };
  return [trace ? { ...header, trace: redactItem(trace) } : header, redacted] as Envelope;
}

/**
 * The recording of a replay with everything private taken out.
 * @throws Error for data that is not a recording
 */
export function redactRecording(recording: Uint8Array): Promise<Uint8Array> {
  return redactFieldsOf(recording, (name, value) => redactField(name, value, 1));
}

/** An item that another process has put into its final form. */
function redactSerialized(text: string): string {
  try {
    return JSON.stringify(redactItem(JSON.parse(text)));
  } catch {
    return redactHere(text);
  }
}

/** An event, a transaction, a session or any other item that is an object. */
function redactItem(item: object): object {
  const entries = Object.entries(item).map(([key, value]) => {
    if (FIXED.has(key)) return [key, value];
    if (key === 'user') return [key, redactUser(value)];
    // The attributes of a session are a release and an environment.
    if (key === 'attrs' && typeof value === 'object' && value !== null) return [key, redactItem(value)];
    return [redactKey(key), redactField(key, value, 1)];
  });
  return Object.fromEntries(entries.filter(([key]) => key !== 'server_name'));
}

/** Of a user only what a developer chose to tell people apart by: names and addresses go, an id stays. */
function redactUser(user: unknown): unknown {
  if (typeof user !== 'object' || user === null) return undefined;
  const rest = Object.entries(user).filter(([name]) => !OF_PERSON.has(name));
  const { id } = user as { id?: unknown };
  return {
    ...(redactField('', Object.fromEntries(rest), 1) as object),
    ...(id !== undefined && { id: redactId(id) }),
  };
}

function redactField(key: string, value: unknown, depth: number): unknown {
  if (typeof value === 'boolean' || value === null || value === undefined) return value;
  if (ID_FIELDS.has(key) && typeof value === 'string') return redactId(value);
  if (isSecretName(key) || depth > MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((one) => redactField(key, one, depth + 1));
  if (typeof value === 'object') {
    const redactEntry = ([name, one]: [string, unknown]) => [
      redactKey(name),
      redactField(name, one, depth + 1),
    ];
    const redacted = Object.fromEntries(Object.entries(value).map(redactEntry));
    // Who writes feedback and leaves an address wants an answer.
    const { contact_email, name } = value as { contact_email?: unknown; name?: unknown };
    return key === 'feedback' && depth === 2 ? { ...redacted, contact_email, name } : redacted;
  }
  if (typeof value !== 'string') return value;
  if (APP_PATHS.has(key) && value.startsWith('/')) return redactPart(APP_ORIGIN, value);
  if (/quer(?:y|ies)|fragment/i.test(key)) return redactPart('/?', value.replace(/^[?#]/, ''));
  return redactHere(value);
}

/** Some developers use the address as the id. */
function redactId(id: unknown): unknown {
  return typeof id === 'string' && !ID.test(id) ? redactHere(id) : id;
}

/** Names are short and no secrets, but a map by user or by file has them as keys. */
function redactKey(key: string): string {
  return /[@/\\]/.test(key) ? redactHere(key) : key;
}

/** A part of an address, read as what it is by what comes before it. */
function redactPart(before: string, part: string): string {
  return redactHere(before + part).slice(before.length);
}
