import { parseEnvelope } from '@sentry/core';
import { describe, expect, it } from 'vitest';
import {
  categoriesOf,
  checksum,
  prepare,
  priorityOf,
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
    expect(withoutDetails(crashEnvelope(idOf(1)))?.[1].map(([{ type }]) => type)).toEqual(['event']);
  });

  it('is none when nothing else is in it, or nothing to leave out', () => {
    const only = envelopeOf({}, [[{ type: 'attachment', length: 1, filename: 'a' }, 'x']]);
    expect(withoutDetails(only)).toBeUndefined();
    expect(withoutDetails(errorEnvelope(idOf(1)))).toBeUndefined();
  });
});

const items = (...types: string[]) => types.map((type) => ({ type }));
const minidump = { type: 'attachment', attachment_type: 'event.minidump' };

describe('the priority of an envelope', () => {
  it.each([
    [0, ['event']],
    [0, ['event', 'attachment']],
    [1, ['feedback', 'attachment']],
    [1, ['user_report']],
    [1, ['session']],
    [1, ['sessions']],
    [1, ['check_in']],
    [2, ['transaction', 'profile']],
    [2, ['log']],
    [2, ['trace_metric']],
    [2, ['client_report']],
    [3, ['replay_event', 'replay_recording']],
  ])('is %i for %j', (priority, types) => {
    expect(priorityOf(items(...types))).toBe(priority);
  });

  it('is that of its most important item', () => {
    expect(priorityOf(items('client_report', 'event', 'transaction'))).toBe(0);
  });

  it('is the first for a crash dump without an event', () => {
    expect(priorityOf([minidump])).toBe(0);
  });

  it('is that of statistics for a type of a later SDK, and for an empty envelope', () => {
    expect(priorityOf(items('made_up_later'))).toBe(2);
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(priorityOf(items(name)), name).toBe(2);
    expect(priorityOf([])).toBe(2);
  });
});

describe('the rate-limit categories of an envelope', () => {
  it.each([
    [['error'], ['event']],
    [
      ['attachment', 'error'],
      ['event', 'attachment'],
    ],
    [['replay'], ['replay_event', 'replay_recording']],
    [['session'], ['sessions']],
    [
      ['profile', 'transaction'],
      ['transaction', 'profile'],
    ],
    [['log_item'], ['log']],
    [['made_up_later'], ['made_up_later']],
    [['unknown'], ['Odd/Type']],
    [['constructor'], ['constructor']],
    [['unknown'], ['a'.repeat(220)]],
    [['unknown'], []],
  ])('are %j for items %j', (categories, types) => {
    expect(categoriesOf(items(...types))).toEqual(categories);
  });

  it('fit into a file name, however many there are', () => {
    const types = Array.from({ length: 26 }, (_, n) => `made_up_${String.fromCharCode(97 + n).repeat(10)}`);
    const categories = categoriesOf(items('event', ...types));
    expect(categories).toContain('error');
    expect(categories).toContain('unknown');
    expect(categories.join('+').length).toBeLessThanOrEqual(130);
  });

  it('count a crash dump as an error, as the server does', () => {
    expect(categoriesOf([{ type: 'event' }, minidump])).toEqual(['error']);
  });
});
