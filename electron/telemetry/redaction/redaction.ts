/** Redacts everything before it is stored, but attachments that are no text: a minidump is memory, as the user is told. */
import { isUtf8 } from 'node:buffer';
import { isIP } from 'node:net';
import type { Envelope } from '@sentry/core';
import { redactHere } from '../../common/redactHere.ts';
import { APP_ORIGIN } from '../../shared/channels.ts';
import { isObject } from '../../shared/isObject.ts';
import { isCardNumber } from '../../shared/secretPatterns/accountNumbers.ts';
import { REDACTED } from '../../shared/secretPatterns/redact.ts';
import { type RedactKeys, secretNames } from '../../shared/secretPatterns/secretNames.ts';
import { redactRecording as redactFieldsOf } from '../replay/recording.ts';
import { noteCut } from '../trimming/size.ts';
import { EACH, PART, type Steps } from '../workInTurns/turns.ts';

/** Items whose payload is bytes, not JSON. Recordings have their own redaction. */
const BINARY: ReadonlySet<string> = new Set(['replay_recording', 'replay_video']);

/** Names of functions, files and modules, and ids, by the name of their field: nothing in them is a secret by its looks. */
const NAMES =
  /^(?:(?:code\.)?(?:function|filename|abs_path|module|package|filepath|namespace)|raw_function|(?:code|debug)_file)$/;
const IDS = /(?:^|[^a-z\d])(?:u|uu|ul|gu)?ids?$/;
/** Its 16 characters may all be digits, by chance those of a card. */
const SPAN_ID = /(?:^|_)span(?:_id)?$/;
/** A trace, as its header has it: `sentry.previous_trace`. */
const TRACE = /^[\da-f]{32}-[\da-f]{16}(?:-[01])?$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** JSON of a profile's samples and stacks, if they hold nothing but numbers. */
const NUMBERS = /^(?:[\d.,:e+\-{}[\]]|"(?:stack_id|thread_id|timestamp|elapsed_since_start_ns|\d{1,20})")*$/;
/** Up to the first at-sign, and from there to the first dot: any other text fails in a single pass. No path is one. */
const EMAIL = /^(?=[^\s/\\]{5,320}$).[^@%]*(?:%(?!40)[^@%]*)*(?:@|%40).[^.]*\../;

/** Top-level fields that come from the developer, not from the user's machine. */
const FIXED: ReadonlySet<string> = new Set(
  'release environment dist platform sdk modules fingerprint'.split(' '),
);

/** User fields that identify a person; logs and metrics have them as attributes. */
const OF_PERSON: ReadonlySet<string> = new Set(['id', 'email', 'username', 'name', 'ip_address']);
const PERSON_ATTRIBUTE = /^user\.(?:email|username|name|ip_address)$/;

/** Fields with a path within the app, where `/home/settings` is a page and not a folder. */
const APP_PATHS: ReadonlySet<string> = new Set(['url', 'urls', 'to', 'from', 'transaction', 'url.path']);

/** Deeper values are redacted completely. The SDK's own limit is 3 levels. */
const MAX_DEPTH = 40;

/** A long text in parts of at most `PART` characters: lines (a secret rarely spans two), or words of a longer line. */
const PARTS = /[\s\S]{0,16383}\n|[\s\S]{1,16383}(?=[\s<>,;&])|[\s\S]{1,16384}/g;

type Item = [{ type: string; length?: number; filename?: unknown; [field: string]: unknown }, unknown];

export interface RedactionOptions {
  /** Replaces an e-mail address that is a user's id; the same for the same address. */
  pseudonym?: (text: string) => string;
  redact?: RedactKeys | undefined;
  /** Whether the app shows some inputs in replays. */
  showsInputs?: boolean;
}

export function createRedaction({
  pseudonym = () => REDACTED,
  redact = {},
  showsInputs = false,
}: RedactionOptions) {
  const isSecret = secretNames(redact);
  const kept = new Set(redact.keep?.map((name) => name.toLowerCase()));

  function* plain(text: string, isName = false): Steps<string> {
    const parts = text.length > PART ? (text.match(PARTS) ?? []) : [text];
    let redacted = '';
    for (const part of parts) {
      yield EACH + part.length;
      redacted += redactHere(part, isName, isSecret);
    }
    return redacted;
  }

  function* redactAll([header, items]: Envelope): Steps<Envelope> {
    const redacted: Item[] = [];
    const lost: string[] = [];
    for (const [itemHeader, payload] of items as Item[]) {
      const item = yield* redactOne(itemHeader, payload);
      if (item) redacted.push(item);
      else lost.push(`attachment ${yield* plain(String(itemHeader.filename), true)} (no readable text)`);
    }
    const [, report] = redacted.find(([{ type }]) => type !== 'attachment') ?? [];
    if (isObject(report) && lost.length > 0) noteCut(report, lost.join(', '));
    const { trace } = header as { trace?: object };
    const said = trace ? { ...header, trace: { ...trace, ...(yield* redactItem(ofPerson(trace))) } } : header;
    return [said, redacted] as Envelope;
  }

  function* redactOne(header: Item[0], payload: unknown): Steps<Item | undefined> {
    if (BINARY.has(header.type)) return [header, payload];
    if (typeof payload === 'object' && payload !== null && !(payload instanceof Uint8Array))
      return [header, yield* /^profile/.test(header.type) ? redactProfile(payload) : redactItem(payload)];
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : (payload as Uint8Array);
    if (header.type === 'attachment' || !isUtf8(bytes)) return yield* redactAttachment(header, bytes);
    return ofText(header, yield* redactSerialized(Buffer.from(bytes).toString()));
  }

  /** Binary bytes stay. An attachment declared as text that is not readable text is dropped. */
  function* redactAttachment(header: Item[0], bytes: Uint8Array): Steps<Item | undefined> {
    if (header.attachment_type === 'event.minidump' || !isUtf8(bytes) || bytes.includes(0))
      return /^text\/|[/+](?:json|xml)$/.test(String(header.content_type)) ? undefined : [header, bytes];
    const named = { ...header, filename: yield* plain(String(header.filename), true) };
    return ofText(named, yield* plain(Buffer.from(bytes).toString()));
  }

  /** Samples and stacks are thousands of numbers, as a rule: then only the rest is read. */
  function* redactProfile({ profile, ...others }: { profile?: unknown }): Steps<object> {
    const { samples, stacks, ...names } = Object(profile);
    const isNumeric = NUMBERS.test(JSON.stringify([samples, stacks]));
    const redacted = yield* redactField('profile', isNumeric ? names : profile);
    const whole = isNumeric ? { ...Object(redacted), samples, stacks } : redacted;
    return { ...(yield* redactItem(others)), profile: whole };
  }

  function* redactSerialized(text: string): Steps<string> {
    let item: object;
    try {
      item = JSON.parse(text);
    } catch {
      return yield* plain(text);
    }
    return JSON.stringify(yield* redactItem(item));
  }

  function* redactItem(item: object): Steps<object> {
    const redacted: [string, unknown][] = [];
    for (const [key, value] of Object.entries(item)) {
      if (key === 'server_name') continue;
      if (FIXED.has(key)) redacted.push([key, value]);
      else if (key === 'user') redacted.push([key, yield* redactUser(value)]);
      // A session's own id and its user's.
      else if (key === 'sid' || key === 'did') redacted.push([key, yield* redactId(value)]);
      // The attributes of a session: release and environment.
      else if (key === 'attrs' && isObject(value)) redacted.push([key, yield* redactItem(value)]);
      else redacted.push([yield* redactKey(key), yield* redactField(key, value)]);
    }
    return Object.fromEntries(redacted);
  }

  /** Keeps the id (or replaces an address) and fields that do not identify a person. */
  function* redactUser(user: unknown): Steps<unknown> {
    if (!isObject(user)) return undefined;
    const rest = Object.entries(user).filter(([name]) => !OF_PERSON.has(name));
    const { email, id = email } = user as { id?: unknown; email?: unknown };
    const named = id !== undefined && id !== null && { id: yield* redactId(id) };
    return { ...((yield* redactField('', Object.fromEntries(rest))) as object), ...named };
  }

  function* redactField(key: string, value: unknown, depth = 1): Steps<unknown> {
    if (typeof value === 'boolean' || value === null || value === undefined) return value;
    if (kept.has(key.toLowerCase())) return value;
    // An attribute of a log or a metric: its key decides about its value.
    const isAttribute = typeof value === 'object' && 'value' in value && 'type' in value;
    if (isAttribute && isSecret(key, value.value)) return { type: 'string', value: REDACTED };
    if ((!isAttribute && isSecret(key, value)) || PERSON_ATTRIBUTE.test(key) || depth > MAX_DEPTH)
      return REDACTED;
    if (Array.isArray(value)) {
      yield EACH;
      const redacted: unknown[] = [];
      for (const [at, one] of value.entries())
        redacted.push(yield* redactEntry(key, one, value[at - 1], depth + 1));
      return redacted;
    }
    if (typeof value === 'object') {
      yield EACH;
      const entries: [string, unknown][] = [];
      const { name: field, key: named = field, event_id } = value as Record<string, unknown>;
      // A form's field or a header: `{ name: 'password', value: 'hunter2' }`.
      const ofValue = isAttribute ? key : typeof named === 'string' ? named : 'value';
      for (const [name, one] of Object.entries(value)) {
        // An event without a text has its id as the message of its breadcrumb.
        const judged = name === 'value' ? ofValue : one === event_id ? 'event_id' : name;
        entries.push([yield* redactKey(name), yield* redactField(judged, one, depth + 1)]);
      }
      const redacted = Object.fromEntries(entries);
      // The user entered these to get an answer.
      const { contact_email, name } = value as { contact_email?: unknown; name?: unknown };
      return key === 'feedback' && depth === 2 ? { ...redacted, contact_email, name } : redacted;
    }
    // A number of 13 digits is rather a disk's bytes than a card.
    if (typeof value === 'number') return value > 1e13 && isCardNumber(value) ? REDACTED : value;
    if (typeof value !== 'string') return value;
    if (SPAN_ID.test(key) && /^[\da-f]{16}$/.test(value)) return value;
    if (UUID.test(value) || TRACE.test(value)) return value;
    const words = key.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
    if (NAMES.test(words)) return yield* plain(value, true);
    if (IDS.test(words)) return yield* redactId(value);
    if (APP_PATHS.has(key) && value.startsWith('/')) return yield* redactPart(APP_ORIGIN, value);
    if (/quer(?:y|ies)|fragment/i.test(key)) return yield* redactPart('/?', value.replace(/^[?#]/, ''));
    return yield* plain(value);
  }

  /** An entry of a list, such as a command's arguments: `['--password', 'hunter2']`. */
  function* redactEntry(key: string, value: unknown, before: unknown, depth: number): Steps<unknown> {
    const option = typeof before === 'string' ? /^--?([A-Za-z][\w-]*)$/.exec(before)?.[1] : undefined;
    return option && isSecret(option, value) ? REDACTED : yield* redactField(key, value, depth);
  }

  function* redactId(id: unknown): Steps<unknown> {
    if (typeof id !== 'string') return id;
    return EMAIL.test(id) || isIP(id) ? pseudonym(id) : yield* plain(id, true);
  }

  /** A map by user or by file has private keys. */
  function* redactKey(key: string): Steps<string> {
    return /[@/\\]/.test(key) ? yield* plain(key) : key;
  }

  /** Redacts part of an address; `before` tells which part it is. */
  function* redactPart(before: string, part: string): Steps<string> {
    return (yield* plain(before + part)).slice(before.length);
  }

  return {
    /** Returns a redacted copy, in steps, so that main can do other things meanwhile. Recordings stay unchanged. */
    redactEnvelope: redactAll,
    redactRecording: (recording: Uint8Array) => redactFieldsOf(recording, redactField, showsInputs),
  };
}

/** The part of a trace that may identify the user. The server must be able to read the rest, such as `sample_rand`. */
const ofPerson = (trace: object): object =>
  Object.fromEntries(Object.entries(trace).filter(([name]) => /^(?:transaction|user)/.test(name)));

function ofText(header: Item[0], text: string): Item {
  const bytes = Buffer.from(text);
  return [{ ...header, length: bytes.length }, bytes];
}
