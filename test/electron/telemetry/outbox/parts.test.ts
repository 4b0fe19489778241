import { type Envelope, parseEnvelope } from '@sentry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  kindOf,
  prepare,
  readEnvelope,
  withoutDetails,
  writeEnvelope,
} from '../../../../electron/telemetry/outbox/envelope.ts';
import { formatName, type Priority, parseName } from '../../../../electron/telemetry/outbox/name.ts';
import {
  chargeOf,
  classifyResponse,
  limitedUntil,
  roomFor,
} from '../../../../electron/telemetry/outbox/outbox.policy.ts';
import { timeLimit } from '../../../../electron/telemetry/outbox/upload.ts';
import {
  crashEnvelope,
  envelopeOf,
  errorEnvelope,
  idOf,
  REPLAY,
  replayEnvelope,
  sessionEnvelope,
} from './support/envelopes.ts';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

const anyName = fc.record({
  time: fc.integer({ min: 0, max: 9_999_999_999_999 }),
  priority: fc.constantFrom<Priority>(0, 1, 2, 3),
  isFirst: fc.boolean(),
  categories: fc.constantFrom('error', 'attachment+error', 'log_item', 'attachment+error+log_item'),
  id: hex(32),
  replay: fc.option(hex(8), { nil: undefined }),
  target: hex(8),
  size: fc.integer({ min: 0, max: 999_999_999 }),
});

describe('a stored file name', () => {
  it('is parsed as it was written', () => {
    fc.assert(fc.property(anyName, (name) => void expect(parseName(formatName(name))).toEqual(name)));
  });

  it('is legal on Windows and sorts by time', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        expect(formatName(a)).not.toMatch(/[<>:"/\\|?*\s]/);
        if (a.time < b.time) expect(formatName(a) < formatName(b)).toBe(true);
      }),
    );
  });

  it.each(['', '.DS_Store', '1-0-error-x-0-1-2.envelope', 'v2-0001764000000-error.envelope'])(
    'is not parsed from %j',
    (file) => {
      expect(parseName(file)).toBeUndefined();
    },
  );
});

describe('what is derived from an envelope', () => {
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

it('refuses what is not an envelope', () => {
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

it('reads no more items than it may, and no longer header', () => {
  const two = Buffer.from('{}\n{"type":"a"}\n1\n{"type":"b"}\n2');
  const read = (items: number, header = 12) => readEnvelope(two, { items, header });
  expect([read(1).items.length, read(1).isCut, read(2).isCut]).toEqual([1, true, undefined]);
  expect(() => read(2, 11)).toThrow('too long');
});

it('writes an envelope as it was read, including binary parts', () => {
  const { data } = prepare(crashEnvelope(idOf(1), 5_000), 'aaaaaaaa');
  expect(writeEnvelope(readEnvelope(data))).toEqual(data);
});

it('reads an empty attachment, and what follows it', () => {
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

  it('keeps the event, which says what it had, and any other item completely', () => {
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
    [1, 'monitor', ['check_in']],
    [2, 'profile+transaction', ['transaction', 'profile']],
    [2, 'log_item', ['log']],
    [2, 'metric', ['trace_metric']],
    [3, 'replay', ['replay_event', 'replay_recording']],
    // Of several the most important.
    [0, 'error+internal+transaction', ['client_report', 'event', 'transaction']],
    // From a later SDK, or hostile.
    [2, 'unknown', ['made_up_later']],
    [2, 'unknown', ['__proto__']],
    [2, 'unknown', ['a'.repeat(220)]],
    [2, 'unknown', []],
  ])('are %i and %s for %j', (priority, categories, types) => {
    expect(kindOf(items(...types))).toEqual({ priority, categories });
  });

  it('are those of an error for a crash dump, even without an event', () => {
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

const held = (priority: Priority, name: string) => ({
  ...{ priority, name, replay: undefined, size: 1 },
  isFirst: false,
  isQuarantined: false,
});
type Held = ReturnType<typeof held>;

/** What is evicted for `count` files, or nothing if too little may be. */
const goes = (count: number, newcomer: Held, all: Held[]) =>
  roomFor(newcomer, count * chargeOf(1), all, new Set())
    ?.map(({ name }) => name)
    .join('');

describe('the first to be evicted from a full outbox', () => {
  const error = held(0, 'x');
  it('is quarantined files, then the oldest replay, and so on up to the newest error', () => {
    const quarantined = { ...held(0, 'q'), isQuarantined: true };
    const first = { ...held(0, 'f'), isFirst: true };
    const all = [first, held(0, 'a'), held(1, 'b'), held(2, 'c'), held(3, 'd'), held(3, 'e'), held(0, 'g')];
    expect([1, 2, 4, 5, 7, 8, 9].map((count) => goes(count, error, [...all, quarantined]))).toEqual([
      ...['q', 'qd', 'qdec', 'qdecb', 'qdecbag', 'qdecbagf', undefined],
    ]);
    // Any other gets the room of what is not more important.
    expect([1, 2].map((rank) => goes(1, held(rank as Priority, 'x'), [held(1, 'b')]))).toEqual([
      'b',
      undefined,
    ]);
  });

  it('is another replay than that of an error', () => {
    const segment = (name: string) => ({ ...held(3, name), replay: name as unknown as undefined });
    const all = [segment('a'), segment('b')];
    expect(roomFor(held(1, 'x'), 1, all, new Set(['a']))?.map(({ name }) => name)).toEqual(['b']);
    const aside = { ...segment('b'), isQuarantined: true };
    expect(roomFor(held(1, 'x'), 1, [...all, aside], new Set())).toEqual([aside]);
  });

  it('is counted in whole disk blocks plus its name', () => {
    expect([0, 1, 4096, 4097].map(chargeOf)).toEqual([4352, 4352, 4352, 8448]);
  });
});

describe('the rate limits', () => {
  const limits = { all: 20, error: 10, replay: 50, attachment: 90 };
  it.each([
    [20, 'error'],
    [50, 'error+replay'],
    [20, 'attachment+error'],
    [90, 'attachment'],
    [20, 'transaction'],
  ])('hold back until %i what has %s', (until, categories) => {
    expect(limitedUntil(categories, limits)).toBe(until);
  });
});

const response = (status: number, bodyStart = '', contentType?: string) => ({
  status,
  bodyStart,
  headers: { 'content-type': contentType },
});

describe('what a response means', () => {
  it.each([
    ['accepted', 'Sentry', response(200, '{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}', 'application/json')],
    ['accepted', 'Sentry for an envelope without an event', response(200, '{}', 'application/json')],
    ['unreachable', 'an empty body', response(200)],
    ['unreachable', 'an empty body that is said to be HTML', response(200, '', 'text/html')],
    ['unreachable', 'a portal of the last status below', response(299, '<', 'text/plain')],
    ['unreachable', 'a captive portal', response(200, '<!doctype html><title>Sign in</title>', 'text/html')],
    ['unreachable', 'a portal that names no type', response(200, '\n <html>')],
    ['unreachable', 'a redirect', response(302)],
    [
      'unreachable',
      'a page that a proxy made of 400',
      response(400, '<html>400 Bad Request</html>', 'text/html'),
    ],
    ['rejected', '400', response(400, '{"detail":"invalid event envelope"}', 'application/json')],
    [
      'tooLarge',
      '413 of a proxy in front of the server',
      response(413, '<html>too large</html>', 'text/html'),
    ],
    ['failed', '429', response(429)],
    ['denied', '401', response(401, '{"detail":"missing authorization information"}', 'application/json')],
    ['denied', '404', response(404, ' {}')],
    ['unreachable', '401 of a proxy', response(401, '<html>Sign in</html>', 'text/html')],
    ['unreachable', '403 of a filter', response(403, 'Blocked by your administrator', 'text/plain')],
    ['unreachable', '403 of a filter that says JSON', response(403, '<html>', 'application/json')],
    ['unreachable', '404 without a body', response(404)],
    ['failed', '500', response(500)],
  ])('%s: %s', (responseClass, _, given) => {
    expect(classifyResponse(given, false)).toBe(responseClass);
    // TLS proves who responds; a page still comes from a proxy in between.
    const isProven = given.status < 300 && !given.bodyStart.includes('<');
    expect(classifyResponse(given, true)).toBe(isProven ? 'accepted' : responseClass);
  });
});

it('a large body gets the time it needs, but at most five minutes', () => {
  expect([0, 1024 * 1024, 1e9].map(timeLimit)).toEqual([30_000, 62_000, 300_000]);
});
