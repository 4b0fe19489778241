/**
 * Redacts everything before it is stored: events of both processes, transactions, replays and sessions. Attachments stay as
 * they are: a minidump is memory, as shared/texts/menu.ts tells the user.
 */
import type { Envelope } from '@sentry/core';
import { redactHere } from '../app/redact.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import { isSecretName, REDACTED } from '../shared/redact.ts';
import { redactRecording as redactFieldsOf } from './replay/recording.ts';

/** Items whose payload is bytes, not JSON. */
const BINARY: ReadonlySet<string> = new Set(['attachment', 'replay_recording', 'replay_video']);

/** Ids that link reports. They look like secrets, and are none if they have this form. */
const ID_FIELDS: ReadonlySet<string> = new Set(
  'event_id trace_id span_id parent_span_id replay_id replayId error_ids trace_ids segment_ids debug_id code_id sid did user_id profile_id profiler_id check_in_id associated_event_id public_key'.split(
    ' ',
  ),
);
const ID = /^(?:[\da-f]{16}|[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Top-level fields that come from the developer, not from the user's machine. */
const FIXED: ReadonlySet<string> = new Set(['release', 'environment', 'dist', 'platform', 'sdk', 'modules']);

/** Fields of a user that identify a person. */
const OF_PERSON: ReadonlySet<string> = new Set(['id', 'email', 'username', 'name', 'ip_address']);

/** Fields that hold a path within the app, where `/home/settings` is a page and not a folder. */
const APP_PATHS: ReadonlySet<string> = new Set(['url', 'urls', 'to', 'from', 'transaction', 'url.path']);

/** Deeper values are redacted whole. The SDK's own limit is 3 levels. */
const MAX_DEPTH = 40;

type Item = [{ type: string; length?: number }, unknown];

/** Returns a redacted copy. Recordings stay as they are; see `redactRecording`. */
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
 * Returns a redacted copy of a replay's recording.
 * @throws Error if it is not a recording
 */
export function redactRecording(recording: Uint8Array): Promise<Uint8Array> {
  return redactFieldsOf(recording, (name, value) => redactField(name, value, 1));
}

/** For items that are serialized already. */
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
    // The attributes of a session: release and environment.
    if (key === 'attrs' && typeof value === 'object' && value !== null) return [key, redactItem(value)];
    return [redactKey(key), redactField(key, value, 1)];
  });
  return Object.fromEntries(entries.filter(([key]) => key !== 'server_name'));
}

/** Keeps the id, and fields that do not identify a person. */
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
    // Given by the user, to be answered.
    const { contact_email, name } = value as { contact_email?: unknown; name?: unknown };
    return key === 'feedback' && depth === 2 ? { ...redacted, contact_email, name } : redacted;
  }
  if (typeof value !== 'string') return value;
  if (APP_PATHS.has(key) && value.startsWith('/')) return redactPart(APP_ORIGIN, value);
  if (/quer(?:y|ies)|fragment/i.test(key)) return redactPart('/?', value.replace(/^[?#]/, ''));
  return redactHere(value);
}

/** Some apps use the e-mail address as the id. */
function redactId(id: unknown): unknown {
  return typeof id === 'string' && !ID.test(id) ? redactHere(id) : id;
}

/** A map by user or by file has private keys. */
function redactKey(key: string): string {
  return /[@/\\]/.test(key) ? redactHere(key) : key;
}

/** Redacts part of an address; `before` tells which part it is. */
function redactPart(before: string, part: string): string {
  return redactHere(before + part).slice(before.length);
}
