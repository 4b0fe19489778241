import { parseEnvelope } from '@sentry/core';
import { describe, expect, it } from 'vitest';
import {
  checksum,
  prepare,
  stampSentAt,
  withoutDetails,
} from '../../../../electron/telemetry/outbox/envelope.ts';
import {
  crashEnvelope,
  envelopeOf,
  errorEnvelope,
  idOf,
  replayEnvelope,
  sessionEnvelope,
} from './support/envelopes.ts';

const REPLAY = 'abcdef0123456789abcdef0123456789';

describe('what is derived from an envelope', () => {
  it('is its id, priority, size and checksum', () => {
    const { label, data } = prepare(errorEnvelope(idOf(7)), 'aaaaaaaa');
    expect(label).toEqual({
      priority: 0,
      categories: ['error'],
      id: idOf(7),
      replay: undefined,
      target: 'aaaaaaaa',
      size: data.length,
      crc: checksum(data),
    });
  });

  it.each([
    ['the tag that the renderer sets', errorEnvelope(idOf(1), { replay: REPLAY })],
    [
      'the replay context',
      envelopeOf({ event_id: idOf(1) }, [
        [{ type: 'event' }, { contexts: { replay: { replay_id: REPLAY } } }],
      ]),
    ],
    [
      'the trace header',
      envelopeOf({ event_id: idOf(1), trace: { replay_id: REPLAY } }, [[{ type: 'event' }, {}]]),
    ],
    ['the id of a segment', replayEnvelope(REPLAY, 3)],
  ])('is its replay, from %s', (_, envelope) => {
    expect(prepare(envelope, 'aaaaaaaa').label.replay).toBe('abcdef01');
  });

  it('is a fresh id for what has none, and for one that is not an id', () => {
    const ids = [sessionEnvelope(1), envelopeOf({ event_id: '../../x' }, [[{ type: 'event' }, {}]])].map(
      (envelope) => prepare(envelope, 'aaaaaaaa').label.id,
    );
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });
});

describe('the time of sending', () => {
  it('replaces sent_at and nothing else, binary parts included', () => {
    const { data } = prepare(crashEnvelope(idOf(1), 5_000), 'aaaaaaaa');
    const stamped = stampSentAt(data, new Date('2026-05-06T07:08:09.000Z'));
    const [header, items] = parseEnvelope(stamped);
    expect(header).toEqual({ event_id: idOf(1), sent_at: '2026-05-06T07:08:09.000Z' });
    expect(items).toEqual(parseEnvelope(data)[1]);
  });

  it('is refused for what is no envelope', () => {
    for (const text of ['', '\0\0\0', 'null\n{}', '[1]\n', '{"event_id":']) {
      expect(() => stampSentAt(Buffer.from(text), new Date())).toThrow();
    }
  });
});

describe('an envelope without its details', () => {
  it('keeps the event', () => {
    expect(withoutDetails(crashEnvelope(idOf(1)), 'details')?.[1].map(([{ type }]) => type)).toEqual([
      'event',
    ]);
  });

  it('is none when nothing else is in it, or nothing to leave out', () => {
    const only = envelopeOf({}, [[{ type: 'attachment', length: 1, filename: 'a' }, 'x']]);
    expect(withoutDetails(only, 'details')).toBeUndefined();
    expect(withoutDetails(errorEnvelope(idOf(1)), 'details')).toBeUndefined();
  });
});
