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
  REPLAY,
  replayEnvelope,
  sessionEnvelope,
} from './support/envelopes.ts';

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
    for (const text of ['', '\n{}', '\0\0\0', 'null\n{}', '[1]\n', '{"event_id":']) {
      expect(() => stampSentAt(Buffer.from(text), new Date())).toThrow();
    }
  });
});

describe('an envelope without its details', () => {
  it('keeps the event, which says what it had, and any other item whole', () => {
    expect(withoutDetails(crashEnvelope(idOf(1)))?.[1].map(([{ type }]) => type)).toEqual(['event']);
    const transaction = [{ type: 'transaction' }, { breadcrumbs: [{}] }];
    const event = { breadcrumbs: [{}], contexts: { a: {} } };
    const both = envelopeOf({}, [transaction, [{ type: 'event' }, event]] as Parameters<
      typeof envelopeOf
    >[1]);
    const contexts = { a: {}, omitted: { breadcrumbs: 1, extra: 0 } };
    expect(withoutDetails(both)?.[1]).toEqual([transaction, [{ type: 'event' }, { contexts }]]);
  });

  it('is none when nothing else is in it, or nothing to leave out', () => {
    const only = envelopeOf({}, [[{ type: 'attachment', length: 1, filename: 'a' }, 'x']]);
    expect(withoutDetails(only)).toBeUndefined();
    expect(withoutDetails(errorEnvelope(idOf(1)))).toBeUndefined();
  });
});

const items = (...types: string[]) => types.map((type) => ({ type }));
const minidump = { type: 'attachment', attachment_type: 'event.minidump' };

describe('the priority of an envelope, and its rate-limit categories', () => {
  it.each([
    [0, 'error', ['event']],
    [0, 'attachment+error', ['event', 'attachment']],
    [1, 'attachment+feedback', ['feedback', 'attachment']],
    [1, 'default', ['user_report']],
    [1, 'session', ['session']],
    [1, 'session', ['sessions']],
    [1, 'monitor', ['check_in']],
    [2, 'profile+transaction', ['transaction', 'profile']],
    [2, 'log_item', ['log']],
    [2, 'metric', ['trace_metric']],
    [2, 'internal', ['client_report']],
    [3, 'replay', ['replay_event', 'replay_recording']],
    // Of several the most important.
    [0, 'error+internal+transaction', ['client_report', 'event', 'transaction']],
    // Of a later SDK, or of no good will.
    [2, 'made_up_later', ['made_up_later']],
    [2, 'constructor', ['constructor']],
    [2, '__proto__', ['__proto__']],
    [2, 'unknown', ['Odd/Type']],
    [2, 'unknown', ['a'.repeat(220)]],
    [2, 'unknown', []],
  ])('are %i and %s for %j', (priority, categories, types) => {
    expect(priorityOf(items(...types))).toBe(priority);
    expect(categoriesOf(items(...types)).join('+')).toBe(categories);
  });

  it('are those of an error for a crash dump, as the server counts it, also without an event', () => {
    expect(priorityOf([minidump])).toBe(0);
    expect(categoriesOf([{ type: 'event' }, minidump])).toEqual(['error']);
  });

  it('fit into a file name, however many there are', () => {
    const types = Array.from({ length: 26 }, (_, n) => `made_up_${String.fromCharCode(97 + n).repeat(10)}`);
    const categories = categoriesOf(items('event', ...types));
    expect(categories).toContain('error');
    expect(categories).toContain('unknown');
    expect(categories.join('+').length).toBeLessThanOrEqual(130);
  });
});
