/**
 * Redacts everything before it is stored: events of both processes, transactions, profiles, replays, sessions, and
 * attachments that are text. Others stay as they are: a minidump is memory, as privacy.reportContents tells the user.
 */
import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import type { Envelope } from '@sentry/core';
import { redactHere } from '../app/redact.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import { isCardNumber, REDACTED, type RedactKeys, secretNames } from '../shared/redact.ts';
import { redactRecording as redactFieldsOf } from './replay/recording.ts';
import { REPLAY_LIMITS } from './replay/replays.ts';

/** Items whose payload is bytes, not JSON. Recordings have a redaction of their own. */
const BINARY: ReadonlySet<string> = new Set(['replay_recording', 'replay_video']);

/** Names of functions, files and modules, and ids by the name of their field: what looks like a secret there is none. */
const NAMES =
  /^(?:(?:code\.)?(?:function|filename|abs_path|module|package|filepath|namespace)|raw_function|(?:code|debug)_file|.*(?:^|[^a-z\d])(?:u|uu|ul|gu)?ids?)$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const EMAIL = /^\S+(?:@|%40)\S+\.\S+$/;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:]*:[\da-f:]*:[\da-f:.]*)$/i;

/** Top-level fields that come from the developer, not from the user's machine. */
const FIXED: ReadonlySet<string> = new Set(['release', 'environment', 'dist', 'platform', 'sdk', 'modules']);

/** Fields of a user that identify a person; logs and metrics have them as attributes. */
const OF_PERSON: ReadonlySet<string> = new Set(['id', 'email', 'username', 'name', 'ip_address']);
const PERSON_ATTRIBUTE = /^user\.(?:email|username|name|ip_address)$/;

/** Fields that hold a path within the app, where `/home/settings` is a page and not a folder. */
const APP_PATHS: ReadonlySet<string> = new Set(['url', 'urls', 'to', 'from', 'transaction', 'url.path']);

/** Deeper values are redacted whole. The SDK's own limit is 3 levels. */
const MAX_DEPTH = 40;

/** Characters of a text that are redacted at once: some milliseconds. */
const PART = 65_536;
/** Functions of a profile whose names are redacted at once. */
const FRAMES = 1_000;
/** Whole lines, as what is secret rarely spans two; where a line is longer, whole words. */
const PARTS = /[\s\S]{0,65535}\n|[\s\S]{0,65535}[\s<>,;]|[\s\S]{1,65536}/g;

type Item = [{ type: string; length?: number; filename?: unknown; [field: string]: unknown }, unknown];

interface Profile {
  profile?: { frames?: object[]; samples?: unknown; stacks?: unknown };
}

export interface RedactionOptions {
  /** Stands for an e-mail address that is a user's id; the same for the same address. */
  pseudonym?: (text: string) => string;
  /** The app's own list of names. */
  redact?: RedactKeys;
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
  const plain = (text: string, isName = false) => redactHere(text, isName, isSecret);

  /**
   * Returns a redacted copy, of a long text or a profile as a promise: main is not held up for it. Recordings stay as they
   * are; see `redactRecording`.
   */
  function redactEnvelope(envelope: Envelope): Envelope | Promise<Envelope> {
    const [header, items] = envelope;
    const redacted = (items as Item[]).map(([itemHeader, payload]): Item | Promise<Item> | undefined => {
      if (BINARY.has(itemHeader.type)) return [itemHeader, payload];
      if (typeof payload === 'object' && payload !== null && !(payload instanceof Uint8Array)) {
        if (!/^profile/.test(itemHeader.type)) return [itemHeader, redactItem(payload)];
        return redactProfile(payload).then((profile): Item => [itemHeader, profile]);
      }
      const bytes = typeof payload === 'string' ? Buffer.from(payload) : (payload as Uint8Array);
      if (itemHeader.type === 'attachment' || !isUtf8(bytes)) return redactAttachment(itemHeader, bytes);
      return ofText(itemHeader, redactSerialized(Buffer.from(bytes).toString()));
    });
    const { trace } = header as { trace?: { public_key?: unknown } };
    const { public_key, ...rest } = trace ?? {};
    const said = trace ? { ...header, trace: { ...redactItem(rest), public_key } } : header;
    const whole = (all: (Item | undefined)[]) => [said, all.filter((item) => item !== undefined)] as Envelope;
    if (redacted.some((item) => item instanceof Promise)) return Promise.all(redacted).then(whole);
    return whole(redacted as Item[]);
  }

  /** Bytes that are no text stay. What says that it is text, and is none that can be read, goes. */
  function redactAttachment(header: Item[0], bytes: Uint8Array): Item | Promise<Item> | undefined {
    if (header.attachment_type === 'event.minidump' || !isUtf8(bytes) || bytes.includes(0))
      return /^text\/|[/+](?:json|xml)$/.test(String(header.content_type)) ? undefined : [header, bytes];
    const text = Buffer.from(bytes).toString();
    const named = { ...header, filename: plain(String(header.filename), true) };
    if (text.length <= PART) return ofText(named, plain(text));
    return redactLong(text).then((redacted) => ofText(named, redacted));
  }

  async function redactLong(text: string): Promise<string> {
    let redacted = '';
    for (const part of text.match(PARTS) ?? []) {
      redacted += plain(part);
      await setImmediate();
    }
    return redacted;
  }

  /** Samples and stacks are numbers, thousands of them: main has checked that (sentry/details.ts). */
  async function redactProfile(item: Profile): Promise<object> {
    const { samples, stacks, frames = [], ...names } = item.profile ?? {};
    const redacted: unknown[] = [];
    for (const frame of frames) {
      redacted.push(redactField('', frame, 2));
      if (redacted.length % FRAMES === 0) await setImmediate();
    }
    const profile = { ...(redactField('profile', names, 1) as object), samples, stacks, frames: redacted };
    return { ...redactItem({ ...item, profile: undefined }), profile };
  }

  /** For items that are serialized already. */
  function redactSerialized(text: string): string {
    try {
      return JSON.stringify(redactItem(JSON.parse(text)));
    } catch {
      return plain(text);
    }
  }

  /** An event, a transaction, a session or any other item that is an object. */
  function redactItem(item: object): object {
    const entries = Object.entries(item).map(([key, value]) => {
      if (FIXED.has(key)) return [key, value];
      if (key === 'user') return [key, redactUser(value)];
      // A session's own id and its user's.
      if (key === 'sid' || key === 'did') return [key, redactId(value)];
      // The attributes of a session: release and environment.
      if (key === 'attrs' && typeof value === 'object' && value !== null) return [key, redactItem(value)];
      return [redactKey(key), redactField(key, value, 1)];
    });
    return Object.fromEntries(entries.filter(([key]) => key !== 'server_name'));
  }

  /** Keeps the id, or what stands for the address, and fields that do not identify a person. */
  function redactUser(user: unknown): unknown {
    if (typeof user !== 'object' || user === null) return undefined;
    const rest = Object.entries(user).filter(([name]) => !OF_PERSON.has(name));
    const { email, id = email } = user as { id?: unknown; email?: unknown };
    const named = id !== undefined && id !== null && { id: redactId(id) };
    return { ...(redactField('', Object.fromEntries(rest), 1) as object), ...named };
  }

  function redactField(key: string, value: unknown, depth: number): unknown {
    if (typeof value === 'boolean' || value === null || value === undefined) return value;
    if (kept.has(key.toLowerCase())) return value;
    // An attribute of a log or a metric, by whose key its value is judged.
    const isAttribute = typeof value === 'object' && 'value' in value && 'type' in value;
    if (isAttribute && isSecret(key, value.value)) return { type: 'string', value: REDACTED };
    if ((!isAttribute && isSecret(key, value)) || PERSON_ATTRIBUTE.test(key) || depth > MAX_DEPTH)
      return REDACTED;
    if (Array.isArray(value)) return value.map((one, at) => redactEntry(key, one, value[at - 1], depth + 1));
    if (typeof value === 'object') {
      const entries = Object.entries(value).map(([name, one]) => [
        redactKey(name),
        redactField(isAttribute && name === 'value' ? key : name, one, depth + 1),
      ]);
      const redacted = Object.fromEntries(entries);
      // Given by the user, to be answered.
      const { contact_email, name } = value as { contact_email?: unknown; name?: unknown };
      return key === 'feedback' && depth === 2 ? { ...redacted, contact_email, name } : redacted;
    }
    if (typeof value === 'number') return isCardNumber(value) ? REDACTED : value;
    if (typeof value !== 'string') return value;
    if (NAMES.test(key.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase())) return redactId(value);
    if (UUID.test(value)) return value;
    if (APP_PATHS.has(key) && value.startsWith('/')) return redactPart(APP_ORIGIN, value);
    if (/quer(?:y|ies)|fragment/i.test(key)) return redactPart('/?', value.replace(/^[?#]/, ''));
    return plain(value);
  }

  /** Of a list, such as the arguments of a command: `['--password', 'hunter2']`. */
  function redactEntry(key: string, value: unknown, before: unknown, depth: number): unknown {
    const option = typeof before === 'string' ? /^--?([A-Za-z][\w-]*)$/.exec(before)?.[1] : undefined;
    return option && isSecret(option, value) ? REDACTED : redactField(key, value, depth);
  }

  /** As the app has set it, unless it is somebody's address. */
  function redactId(id: unknown): unknown {
    if (typeof id !== 'string') return id;
    return EMAIL.test(id) || ADDRESS.test(id) ? pseudonym(id) : plain(id, true);
  }

  /** A map by user or by file has private keys. */
  function redactKey(key: string): string {
    return /[@/\\]/.test(key) ? plain(key) : key;
  }

  /** Redacts part of an address; `before` tells which part it is. */
  function redactPart(before: string, part: string): string {
    return plain(before + part).slice(before.length);
  }

  return {
    redactEnvelope,
    /** Returns a redacted, compressed copy of a replay's recording; see there. */
    redactRecording: (recording: Uint8Array) =>
      redactFieldsOf(
        recording,
        REPLAY_LIMITS.recording,
        (name, value) => redactField(name, value, 1),
        showsInputs,
      ),
  };
}

function ofText(header: Item[0], text: string): Item {
  const bytes = Buffer.from(text);
  return [{ ...header, length: bytes.length }, bytes];
}
