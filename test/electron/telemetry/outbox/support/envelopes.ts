/** Envelopes as the SDK makes them, of the size and kind that a test asks for. */
import { createEnvelope, type Envelope } from '@sentry/core';

export const REPLAY = 'abcdef0123456789abcdef0123456789';

export type Items = [Record<string, unknown>, unknown][];

export const envelopeOf = (header: Record<string, unknown>, items: Items) =>
  createEnvelope(header as Envelope[0], items as unknown as Envelope[1]) as Envelope;

const now = () => new Date().toISOString();

/** 32 hexadecimal digits that encode `n`. */
export const idOf = (n: number) => n.toString(16).padStart(32, '0');

export function errorEnvelope(id: string, { bytes = 100, replay = '' } = {}): Envelope {
  const event = {
    event_id: id,
    exception: { values: [{ type: 'Error', value: 'x'.repeat(bytes) }] },
    ...(replay && { contexts: { replay: { replay_id: replay } } }),
  };
  return envelopeOf({ event_id: id, sent_at: now() }, [[{ type: 'event' }, event]]);
}

export function replayEnvelope(replay: string, segment: number, bytes = 1_000): Envelope {
  // At least one byte: the SDK's own parser cannot read an empty item.
  const recording = new Uint8Array(Math.max(1, bytes)).fill(segment % 256);
  return envelopeOf({ event_id: replay, sent_at: now() }, [
    [{ type: 'replay_event' }, { type: 'replay_event', replay_id: replay, segment_id: segment }],
    [{ type: 'replay_recording', length: recording.length }, recording],
  ]);
}

export const sessionEnvelope = (n: number) =>
  envelopeOf({ sent_at: now() }, [[{ type: 'session' }, { sid: idOf(n), status: 'ok' }]]);

export const transactionEnvelope = (id: string) =>
  envelopeOf({ event_id: id, sent_at: now() }, [
    [{ type: 'transaction' }, { event_id: id, type: 'transaction', spans: [] }],
  ]);

export function crashEnvelope(id: string, bytes = 50_000): Envelope {
  const dump = new Uint8Array(bytes).fill(7);
  return envelopeOf({ event_id: id, sent_at: now() }, [
    [{ type: 'event' }, { event_id: id, platform: 'native', level: 'fatal' }],
    [{ type: 'attachment', length: bytes, filename: 'a.dmp', attachment_type: 'event.minidump' }, dump],
  ]);
}
