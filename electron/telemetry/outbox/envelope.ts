/** Sentry's envelopes: how they are described, parsed and prepared for sending. */
import { crc32 } from 'node:zlib';
import {
  type Envelope,
  type EnvelopeItemType,
  type Event,
  envelopeItemTypeToDataCategory,
  serializeEnvelope,
} from '@sentry/core';
import { isObject } from '../../shared/isObject.ts';
import type { EnvelopeName, Priority } from './name.ts';

export interface ItemHeader {
  type: string;
  [name: string]: unknown;
}

/** Identifies a server by host and project, in 8 hexadecimal digits, regardless of the key and the SDK's version. */
export function targetOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return crc32(Buffer.from(origin + pathname))
    .toString(16)
    .padStart(8, '0');
}

export type Prepared = ReturnType<typeof prepare>;

/** Returns an envelope's bytes, and the facts for its file name. */
export function prepare(envelope: Envelope, target: string) {
  const data = Buffer.from(serializeEnvelope(envelope));
  const label: Omit<EnvelopeName, 'time' | 'isFirst'> = {
    ...kindOf(envelope[1].map(([header]): ItemHeader => header)),
    id: idOf(envelope[0].event_id) ?? crypto.randomUUID().replaceAll('-', ''),
    replay: replayOf(envelope)?.slice(0, 8),
    target,
    size: data.length,
  };
  return { data, label };
}

export type OpenItem = { header: ItemHeader; payload: Buffer };

export interface OpenEnvelope {
  header: Record<string, unknown>;
  items: OpenItem[];
  isCut?: boolean;
}

const ALL = { items: Number.POSITIVE_INFINITY, header: Number.POSITIVE_INFINITY };

/** Parses bytes: the SDK's parser fails on empty attachments. @param most items, header bytes @throws SyntaxError if cut off */
export function readEnvelope(data: Buffer, most = ALL): OpenEnvelope {
  const [line, rest] = cutLine(data);
  const header = parseHeader(line, most.header);
  const items: OpenItem[] = [];
  for (let left = rest; left.length > 0; ) {
    if (items.length === most.items) return { header, items, isCut: true };
    const [itemLine, body] = cutLine(left);
    const { type, ...others } = parseHeader(itemLine, most.header);
    if (typeof type !== 'string') throw new SyntaxError('An item of the envelope has no type.');
    const isBinary = typeof others.length === 'number';
    const payload = isBinary ? body.subarray(0, Number(others.length)) : cutLine(body)[0];
    // Only binary payloads have a length. Text contains no zeros; a power cut may leave some.
    const isWhole = isBinary ? payload.length === others.length : !payload.includes(0);
    if (!isWhole) throw new SyntaxError('The envelope is cut off.');
    items.push({ header: { type, ...others }, payload });
    left = body.subarray(payload.length + 1);
  }
  return { header, items };
}

export function writeEnvelope({ header, items }: OpenEnvelope): Buffer<ArrayBuffer> {
  const all = items.map((item) => [item.header, item.payload]);
  return Buffer.from(serializeEnvelope([header, all] as unknown as Envelope));
}

function cutLine(data: Buffer): [line: Buffer, rest: Buffer] {
  const newline = data.indexOf('\n');
  const end = newline < 0 ? data.length : newline;
  return [data.subarray(0, end), data.subarray(end + 1)];
}

function parseHeader(line: Buffer, most: number): Record<string, unknown> {
  if (line.length > most) throw new SyntaxError('A header of the envelope is too long.');
  const header: unknown = JSON.parse(line.toString());
  if (isObject(header)) return { ...header };
  throw new SyntaxError('A header of the envelope is not a JSON object.');
}

/** Leaves out attachments, breadcrumbs and extras, which `omitted` counts; `undefined` if there are none, or nothing else. */
export function withoutDetails({ header, items }: OpenEnvelope): OpenEnvelope | undefined {
  const kept = items.filter((item) => item.header.type !== 'attachment');
  const attachments = items.length - kept.length;
  let omitted = attachments;
  const slim = kept.map((item) => {
    if (item.header.type !== 'event') return item;
    const { length: _, ...itemHeader } = item.header;
    const { breadcrumbs = [], extra = {}, ...event }: Event = JSON.parse(item.payload.toString()) ?? {};
    const counts = { breadcrumbs: breadcrumbs.length, extra: Object.keys(extra).length };
    omitted += counts.breadcrumbs + counts.extra;
    const all = { ...(attachments > 0 && { attachments }), ...counts };
    const slimEvent = { ...event, contexts: { ...event.contexts, omitted: all } };
    return { header: itemHeader, payload: Buffer.from(JSON.stringify(slimEvent)) };
  });
  return omitted > 0 && slim.length > 0 ? { header, items: slim } : undefined;
}

/** Returns an envelope's replay, as 32 digits: its own segment's, or the one that a report names (sentry/events.ts). */
function replayOf([header, items]: Envelope): string | undefined {
  const [{ type }, payload] = items[0] ?? [{ type: '' }];
  const report = payload as Event | undefined;
  return idOf(type.startsWith('replay_') ? header.event_id : report?.contexts?.replay?.replay_id);
}

const idOf = (value: unknown) => (/^[0-9a-f]{32}$/.test(String(value)) ? String(value) : undefined);

/**
 * The server's rate-limit categories, by priority. All together take 213 bytes of a file name, which may have 255.
 * `unknown` stands for a later SDK's categories: statistics, like most.
 */
const CATEGORIES = [
  'error security',
  'default feedback monitor session',
  'attachment internal log_item metric profile span transaction unknown',
  'replay',
] as const satisfies Record<Priority, string>;
const STATISTICS = 2;
const PRIORITY_OF = new Map(
  CATEGORIES.flatMap((names, priority) =>
    names.split(' ').map((name) => [name, priority as Priority] as const),
  ),
);

/** Returns the priority of the most important item, and the rate-limit categories of all items: each once, at least one. */
export function kindOf(items: readonly ItemHeader[]): Pick<EnvelopeName, 'priority' | 'categories'> {
  const all = [...new Set(items.map(categoryOf))].sort();
  // An attachment is as important as its item.
  const others = all.filter((category) => category !== 'attachment');
  const priorities = others.map((category) => PRIORITY_OF.get(category) ?? STATISTICS);
  const priority = priorities.length > 0 ? Math.min(...priorities) : STATISTICS;
  return { priority: priority as Priority, categories: all.join('+') || 'unknown' };
}

function categoryOf({ type, attachment_type }: ItemHeader): string {
  // A crash dump alone creates an event: the server counts it as an error.
  if (type === 'attachment' && /^event\.(minidump|applecrashreport)$/.test(String(attachment_type)))
    return 'error';
  const category = envelopeItemTypeToDataCategory(type as EnvelopeItemType);
  return PRIORITY_OF.has(category) ? category : 'unknown';
}
