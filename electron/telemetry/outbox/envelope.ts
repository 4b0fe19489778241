/** Reading what the outbox needs from an envelope, and making the bytes that are stored and sent. */
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  type Envelope,
  type Event,
  envelopeItemTypeToDataCategory,
  parseEnvelope,
  serializeEnvelope,
} from '@sentry/core';
import type { EnvelopeName } from './folder.ts';

/** An envelope as it will be stored: its bytes, and what its file name says of them. */
export interface Prepared {
  data: Buffer;
  label: Omit<EnvelopeName, 'time' | 'isFirst'>;
}

export interface ItemHeader {
  type: string;
  attachment_type?: unknown;
}

/** The server behind an address as 8 hexadecimal digits: host and project, without the key and what the SDK adds. */
export function targetOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return checksum(Buffer.from(origin + pathname));
}

export function prepare(envelope: Envelope, target: string): Prepared {
  const data = Buffer.from(serializeEnvelope(envelope));
  const items = envelope[1].map(([header]): ItemHeader => header);
  return {
    data,
    label: {
      priority: priorityOf(items),
      categories: categoriesOf(items),
      id: normalId(envelope[0].event_id) ?? randomUUID().replaceAll('-', ''),
      replay: replayOf(envelope)?.slice(0, 8),
      target,
      size: data.length,
      crc: checksum(data),
    },
  };
}

/** CRC-32 as 8 hexadecimal digits. */
export function checksum(data: Uint8Array): string {
  return crc32(data).toString(16).padStart(8, '0');
}

/**
 * Puts `at` into the envelope's `sent_at` header and leaves every other byte as it was: the server
 * compares `sent_at` with its own clock to correct the times inside.
 * @throws SyntaxError when the first line is not a JSON object.
 */
export function stampSentAt(data: Buffer, at: Date): Buffer<ArrayBuffer> {
  const newline = data.indexOf('\n');
  const end = newline < 0 ? data.length : newline;
  const header: unknown = JSON.parse(data.toString('utf8', 0, end));
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    throw new SyntaxError('The first line of the envelope is not a JSON object.');
  }
  return Buffer.concat([
    Buffer.from(JSON.stringify({ ...header, sent_at: at.toISOString() })),
    data.subarray(end),
  ]);
}

/**
 * The envelope without attachments, and its event without breadcrumbs and extras, which says in its context `omitted` how
 * many those were. `undefined` when nothing would be left out, or nothing left.
 */
export function withoutDetails(envelope: Envelope): Envelope | undefined {
  const items = envelope[1] as [ItemHeader, unknown][];
  const kept = items.filter(([{ type }]) => type !== 'attachment');
  const attachments = items.length - kept.length;
  let omitted = attachments;
  const slim = kept.map(([header, payload]) => {
    if (header.type !== 'event' || typeof payload !== 'object') return [header, payload];
    const { breadcrumbs = [], extra = {}, ...event } = (payload ?? {}) as Event;
    const counts = { breadcrumbs: breadcrumbs.length, extra: Object.keys(extra).length };
    omitted += counts.breadcrumbs + counts.extra;
    const all = { ...(attachments > 0 && { attachments }), ...counts };
    return [header, { ...event, contexts: { ...event.contexts, omitted: all } }];
  });
  return omitted === 0 || slim.length === 0 ? undefined : ([envelope[0], slim] as unknown as Envelope);
}

/** The same for stored bytes. */
export function bytesWithoutDetails(data: Buffer): Buffer | undefined {
  const slim = withoutDetails(parseEnvelope(data));
  return slim && Buffer.from(serializeEnvelope(slim));
}

/**
 * The replay an envelope belongs to, as 32 digits. A segment's own id is its replay's; an event says it
 * in its replay context, in the `replayId` tag that the renderer's SDK sets, or in the trace header.
 */
function replayOf([header, items]: Envelope): string | undefined {
  for (const [{ type }, payload] of items) {
    if (type === 'replay_event' || type === 'replay_recording') return normalId(header.event_id);
    if (type !== 'event') continue;
    const { contexts, tags } = payload as Event;
    const id = normalId(contexts?.replay?.replay_id) ?? normalId(tags?.replayId);
    if (id) return id;
  }
  return normalId((header.trace as { replay_id?: unknown } | undefined)?.replay_id);
}

function normalId(value: unknown): string | undefined {
  const id = typeof value === 'string' ? value.replaceAll('-', '').toLowerCase() : '';
  return /^[0-9a-f]{32}$/.test(id) ? id : undefined;
}

/** Lower is more important: sent sooner, removed later. */
export type Priority = 0 | 1 | 2 | 3;

export const PRIORITIES = [
  'crashes and errors',
  'feedback and sessions',
  'transactions and others',
  'replay',
] as const satisfies Record<Priority, string>;

export const REPLAY_PRIORITY = 3;

/**
 * Priorities by item type. `check_in` says that a job ran, as a session says that the app did.
 * Logs, metrics, spans, profiles and client reports are statistics, as transactions are: all types
 * that are not named here, those of a later SDK too, wait with them.
 */
const PRIORITY_OF: ReadonlyMap<string, Priority> = new Map(
  Object.entries({
    event: 0,
    raw_security: 0,
    feedback: 1,
    user_report: 1,
    session: 1,
    sessions: 1,
    check_in: 1,
    replay_event: REPLAY_PRIORITY,
    replay_recording: REPLAY_PRIORITY,
  } as const),
);
const OTHER_PRIORITY: Priority = 2;

/** Whether an attachment makes an event by itself; the server counts it as an error, not as an attachment. */
function isCrash({ type, attachment_type }: ItemHeader): boolean {
  return (
    type === 'attachment' &&
    (attachment_type === 'event.minidump' || attachment_type === 'event.applecrashreport')
  );
}

/** The priority of an envelope: that of its most important item. An attachment follows what it is attached to. */
export function priorityOf(items: readonly ItemHeader[]): Priority {
  if (items.some(isCrash)) return 0;
  const priorities = items
    .filter((item) => item.type !== 'attachment')
    .map((item) => PRIORITY_OF.get(item.type) ?? OTHER_PRIORITY);
  return priorities.length === 0 ? OTHER_PRIORITY : (Math.min(...priorities) as Priority);
}

/** Letters of all categories together in a file name, which may have 255 bytes and needs about 115 for the rest. */
const MAX_LETTERS = 120;

/**
 * The rate-limit categories of an envelope's items, sorted, each once, at least one; `unknown` for what has an odd or
 * long name, or is one too many for a file name.
 */
export function categoriesOf(items: readonly ItemHeader[]): string[] {
  const categories = items.map((item) => {
    if (isCrash(item)) return 'error';
    // A type such as `constructor` is something else in the SDK's table.
    const found: unknown = envelopeItemTypeToDataCategory(item.type as keyof object);
    const category = typeof found === 'string' ? found : item.type;
    return /^[a-z_]{1,30}$/.test(category) ? category : 'unknown';
  });
  const all = [...new Set(categories)];
  const kept = all.filter((_, at) => all.slice(0, at + 1).join('+').length < MAX_LETTERS);
  return (kept.length === all.length && kept.length > 0 ? kept : [...new Set([...kept, 'unknown'])]).sort();
}
