/** Reading what the outbox needs from an envelope, and making the bytes that are stored and sent. */
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Envelope, serializeEnvelope } from '@sentry/core';
import { categoriesOf, type ItemHeader, laneOf } from './lanes.ts';
import type { EnvelopeName } from './name.ts';

const NEWLINE = 10;
const ID = /^[0-9a-f]{32}$/;

/** An envelope as it will be stored: its bytes, and all of its file name but the time. */
export interface Prepared {
  data: Buffer;
  label: Omit<EnvelopeName, 'time'>;
}

/** Serialises an envelope and derives its lane, categories, id, replay, size and checksum. */
export function prepare(envelope: Envelope): Prepared {
  const data = Buffer.from(serializeEnvelope(envelope));
  const items = envelope[1].map(([header]): ItemHeader => header);
  const id = normalId(envelope[0].event_id) ?? randomUUID().replaceAll('-', '');
  return {
    data,
    label: {
      lane: laneOf(items),
      categories: categoriesOf(items),
      id,
      replay: replayOf(envelope)?.slice(0, 8),
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
export function stampSentAt(data: Buffer, at: Date): Buffer {
  const newline = data.indexOf(NEWLINE);
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

/** The same envelope without its attachments, or `undefined` when nothing else is in it. */
export function withoutAttachments(envelope: Envelope): Envelope | undefined {
  const items = (envelope[1] as Envelope[1][number][]).filter(([header]) => header.type !== 'attachment');
  return items.length === 0 ? undefined : ([envelope[0], items] as unknown as Envelope);
}

/**
 * The replay an envelope belongs to, as 32 digits. A segment's own id is its replay's; an event says it
 * in its replay context, in the `replayId` tag that the renderer's SDK sets, or in the trace header.
 */
function replayOf(envelope: Envelope): string | undefined {
  const [header, items] = envelope;
  for (const [itemHeader, payload] of items) {
    if (itemHeader.type === 'replay_event' || itemHeader.type === 'replay_recording') {
      return normalId(header.event_id);
    }
    if (itemHeader.type === 'event') {
      const event = payload as {
        contexts?: { replay?: { replay_id?: unknown } };
        tags?: { replayId?: unknown };
      };
      const id = normalId(event.contexts?.replay?.replay_id) ?? normalId(event.tags?.replayId);
      if (id) return id;
    }
  }
  return normalId((header.trace as { replay_id?: unknown } | undefined)?.replay_id);
}

function normalId(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const id = value.replaceAll('-', '').toLowerCase();
  return ID.test(id) ? id : undefined;
}
