import { type Envelope, parseEnvelope } from '@sentry/core';
import { describe, expect, it } from 'vitest';
import {
  kindOf,
  prepare,
  readEnvelope,
  withoutDetails,
  writeEnvelope,
} from '../../../../electron/telemetry/outbox/envelope.ts';
import { formatName } from '../../../../electron/telemetry/outbox/name.ts';
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
  it('is its id, priority, categories and size', () => {
    const { label, data } = prepare(errorEnvelope(idOf(7)), 'aaaaaaaa');
    expect(label).toEqual({
      priority: 0,
      categories: 'error',
      id: idOf(7),
      replay: undefined,
      target: 'aaaaaaaa',
      size: data.length,
    });
  });

  it.each([
    ['the context of a report', errorEnvelope(idOf(1), { replay: REPLAY })],
    ['the id of a segment', replayEnvelope(REPLAY, 3)],
  ])('is its replay, from %s', (_, envelope) => {
    expect(prepare(envelope, 'aaaaaaaa').label.replay).toBe('abcdef01');
  });

  it('is a new id for an envelope without one, or with one that is not an id', () => {
    const ids = [sessionEnvelope(1), envelopeOf({ event_id: '../../x' }, [[{ type: 'event' }, {}]])].map(
      (envelope) => prepare(envelope, 'aaaaaaaa').label.id,
    );
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });
});

it('what is no envelope is refused', () => {
  const item = '{}\n{"type":"attachment","length":4}\n';
  for (const text of [
    '',
    '\n{}',
    '\0\0\0',
    'null\n{}',
    '[1]\n',
    '{"event_id":',
    '{}\n{}',
    `${item}abc`,
    '{}\n{"type":"event"}\n\0\0',
  ])
    expect(() => readEnvelope(Buffer.from(text))).toThrow(SyntaxError);
  expect(readEnvelope(Buffer.from(`${item}abcd`)).items).toHaveLength(1);
});

it('an envelope is written as it was read, binary parts included', () => {
  const { data } = prepare(crashEnvelope(idOf(1), 5_000), 'aaaaaaaa');
  expect(writeEnvelope(readEnvelope(data))).toEqual(data);
});

it('an empty attachment is read, and what follows it', () => {
  const event = [{ type: 'event' }, { message: 'm' }] as [Record<string, unknown>, unknown];
  const empty = [{ type: 'attachment', length: 0, filename: 'a.log' }, ''] as typeof event;
  const { data } = prepare(envelopeOf({}, [event, empty, event]), 'aaaaaaaa');
  const payloads = readEnvelope(data).items.map(({ payload }) => payload.toString());
  expect(payloads).toEqual(['{"message":"m"}', '', '{"message":"m"}']);
});

describe('an envelope without its details', () => {
  const slim = (envelope: Envelope) => {
    const parts = withoutDetails(readEnvelope(prepare(envelope, 'aaaaaaaa').data));
    return parts && parseEnvelope(writeEnvelope(parts))[1];
  };

  it('keeps the event, which says what it had, and any other item whole', () => {
    expect(slim(crashEnvelope(idOf(1)))?.map(([{ type }]) => type)).toEqual(['event']);
    const transaction = [{ type: 'transaction' }, { breadcrumbs: [{}] }];
    const event = { breadcrumbs: [{}], contexts: { a: {} } };
    const both = envelopeOf({}, [transaction, [{ type: 'event' }, event]] as Parameters<
      typeof envelopeOf
    >[1]);
    const contexts = { a: {}, omitted: { breadcrumbs: 1, extra: 0 } };
    expect(slim(both)).toEqual([transaction, [{ type: 'event' }, { contexts }]]);
  });

  it('does not exist if nothing would remain, or there is nothing to leave out', () => {
    expect(slim(envelopeOf({}, [[{ type: 'attachment', length: 1, filename: 'a' }, 'x']]))).toBeUndefined();
    expect(slim(errorEnvelope(idOf(1)))).toBeUndefined();
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
    // From a later SDK, or hostile.
    [2, 'unknown', ['made_up_later']],
    [2, 'unknown', ['constructor']],
    [2, 'unknown', ['__proto__']],
    [2, 'unknown', ['Odd/Type']],
    [2, 'unknown', ['a'.repeat(220)]],
    [2, 'unknown', []],
  ])('are %i and %s for %j', (priority, categories, types) => {
    expect(kindOf(items(...types))).toEqual({ priority, categories });
  });

  it('are those of an error for a crash dump, also without an event', () => {
    expect(kindOf([minidump])).toEqual({ priority: 0, categories: 'error' });
    expect(kindOf([{ type: 'event' }, minidump])).toEqual({ priority: 0, categories: 'error' });
  });

  it('fit into a file name, however many there are', () => {
    const all = 'event raw_security user_report feedback check_in session attachment client_report log';
    const types = `${all} trace_metric profile span transaction later replay_event`.split(' ');
    const name = { ...kindOf(items(...types)), id: idOf(1), replay: 'abcdef01', target: 'abcdef01' };
    expect(formatName({ ...name, time: 0, isFirst: true, size: 999_999_999_999 }).length).toBe(213);
  });
});
