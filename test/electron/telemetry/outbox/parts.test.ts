import type { Envelope } from '@sentry/core';
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
  type Items,
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

it('a file name is read as it was written, sorts by time, and is legal on Windows; any other is of nobody', () => {
  fc.assert(
    fc.property(anyName, anyName, (a, b) => {
      expect(parseName(formatName(a))).toEqual(a);
      expect(formatName(a)).not.toMatch(/[<>:"/\\|?*\s]/);
      if (a.time < b.time) expect(formatName(a) < formatName(b)).toBe(true);
    }),
  );
  const others = ['', '.DS_Store', '1-0-error-x-0-1-2.envelope', 'v2-0001764000000-error.envelope'];
  expect(others.map(parseName)).toEqual(others.map(() => undefined));
});

it('an envelope has its replay in its name, and a new id if it has none, or one that is not an id', () => {
  const labelOf = (envelope: Envelope) => prepare(envelope, 'aaaaaaaa').label;
  expect(labelOf(errorEnvelope(idOf(1), { replay: REPLAY })).replay).toBe('abcdef01');
  expect(labelOf(replayEnvelope(REPLAY, 3)).replay).toBe('abcdef01');
  const hostile = envelopeOf({ event_id: '../../x' }, [[{ type: 'event' }, {}]]);
  const ids = [sessionEnvelope(1), hostile].map((one) => labelOf(one).id);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(ids[0]).not.toBe(ids[1]);
});

it('refuses what is not an envelope', () => {
  const item = '{}\n{"type":"attachment","length":4}\n';
  const wrong = ['', '\n{}', '\0\0\0', 'null\n{}', '[1]\n', '{"event_id":', '{}\n{}', `${item}abc`];
  for (const text of [...wrong, '{}\n{"type":"event"}\n\0\0'])
    expect(() => readEnvelope(Buffer.from(text))).toThrow(SyntaxError);
  expect(readEnvelope(Buffer.from(`${item}abcd`)).items).toHaveLength(1);
});

it('reads no more items than it may, and no longer header', () => {
  const two = Buffer.from('{}\n{"type":"a"}\n1\n{"type":"b"}\n2');
  const read = (items: number, header = 12) => readEnvelope(two, { items, header });
  expect([read(1).items.length, read(1).isCut, read(2).isCut]).toEqual([1, true, undefined]);
  expect(() => read(2, 11)).toThrow('too long');
});

it('reads an envelope as it was written, with binary parts, an empty attachment, and what follows it', () => {
  const { data } = prepare(crashEnvelope(idOf(1), 5_000), 'aaaaaaaa');
  expect(writeEnvelope(readEnvelope(data))).toEqual(data);
  const event: Items[number] = [{ type: 'event' }, { message: 'm' }];
  const empty: Items[number] = [{ type: 'attachment', length: 0, filename: 'a.log' }, ''];
  const { items } = readEnvelope(prepare(envelopeOf({}, [event, empty, event]), 'aaaaaaaa').data);
  expect(items.map(({ payload }) => payload.toString())).toEqual(['{"message":"m"}', '', '{"message":"m"}']);
});

it('counts what an envelope without its details has lost, and leaves none that has nothing else', () => {
  const whole = prepare(envelopeOf({}, [[{ type: 'event' }, { breadcrumbs: [{}] }]]), 'aaaaaaaa');
  const [item] = withoutDetails(readEnvelope(whole.data))?.items ?? [];
  expect(String(item?.payload)).toBe('{"contexts":{"omitted":{"breadcrumbs":1,"extra":0}}}');
  const alone = prepare(envelopeOf({}, [[{ type: 'attachment', length: 1 }, 'x']]), 'aaaaaaaa');
  expect(withoutDetails(readEnvelope(alone.data))).toBeUndefined();
});

const items = (...types: string[]) => types.map((type) => ({ type }));
const minidump = { type: 'attachment', attachment_type: 'event.minidump' };

describe('the priority of an envelope, and its rate-limit categories', () => {
  it.each([
    [0, 'attachment+error', items('event', 'attachment')],
    [1, 'attachment+feedback', items('feedback', 'attachment')],
    [1, 'default', items('user_report')],
    [1, 'session', items('session')],
    [2, 'profile+transaction', items('transaction', 'profile')],
    [2, 'log_item', items('log')],
    [3, 'replay', items('replay_event', 'replay_recording')],
    // Of several the most important.
    [0, 'error+internal+transaction', items('client_report', 'event', 'transaction')],
    // From a later SDK, or hostile.
    [2, 'unknown', items('made_up_later')],
    [2, 'unknown', items('__proto__')],
    [2, 'unknown', []],
    // A crash dump counts as an error, even without an event.
    [0, 'error', [minidump]],
    [0, 'error', [...items('event'), minidump]],
  ])('are %i and %s for %j', (priority, categories, headers) => {
    expect(kindOf(headers)).toEqual({ priority, categories });
  });

  it('fit into a file name, however many there are', () => {
    const all = 'event raw_security user_report feedback check_in session attachment client_report log';
    const types = `${all} trace_metric profile span transaction later replay_event`.split(' ');
    const name = { ...kindOf(items(...types)), id: idOf(1), replay: 'abcdef01', target: 'abcdef01' };
    expect(formatName({ ...name, time: 0, isFirst: true, size: 999_999_999_999 }).length).toBe(213);
  });
});

const held = (priority: Priority, name: string, more: object = {}) => ({
  ...{ priority, name, replay: undefined as string | undefined, size: 1 },
  ...{ isFirst: false, isQuarantined: false, ...more },
});
type Held = ReturnType<typeof held>;

/** What is evicted for `count` files, or nothing if too little may be. */
const goes = (count: number, newcomer: Held, all: Held[], ofErrors: string[] = []) =>
  roomFor(newcomer, count * chargeOf(1), all, new Set(ofErrors))
    ?.map(({ name }) => name)
    .join('');

describe('a full outbox evicts', () => {
  it('quarantined files first, then the oldest replay, and so on up to the newest error', () => {
    const all = [
      ...[held(0, 'f', { isFirst: true }), held(0, 'a'), held(1, 'b'), held(2, 'c'), held(3, 'd')],
      ...[held(3, 'e'), held(0, 'g'), held(0, 'q', { isQuarantined: true })],
    ];
    expect([1, 2, 4, 5, 7, 8, 9].map((count) => goes(count, held(0, 'x'), all))).toEqual([
      ...['q', 'qd', 'qdec', 'qdecb', 'qdecbag', 'qdecbagf', undefined],
    ]);
    // Any other gets the room of what is not more important.
    expect(goes(1, held(1, 'x'), [held(1, 'b')])).toBe('b');
    expect(goes(1, held(2, 'x'), [held(1, 'b')])).toBeUndefined();
  });

  it("a replay as a whole, a stored error's after another, and none for a segment of its own", () => {
    const part = (name: string, replay: string) => held(3, name, { replay });
    const all = [part('a', '1'), part('b', '2'), part('c', '1'), part('d', '2')];
    expect(goes(1, part('x', '3'), all)).toBe('ac');
    expect(goes(1, part('x', '3'), all, ['1'])).toBe('bd');
    expect(goes(1, held(0, 'x', { replay: '1' }), all)).toBe('bd');
    expect(goes(1, part('x', '1'), all)).toBe('bd');
    expect(goes(3, part('x', '1'), all)).toBeUndefined();
    const aside = held(3, 'q', { replay: '2', isQuarantined: true });
    expect(goes(1, held(1, 'x'), [...all, aside])).toBe('q');
  });

  it('counting whole disk blocks plus a name for each', () => {
    expect([0, 1, 4096, 4097].map(chargeOf)).toEqual([4352, 4352, 4352, 8448]);
  });
});

it.each([
  [20, 'error'],
  [50, 'error+replay'],
  [20, 'attachment+error'],
  [90, 'attachment'],
  [20, 'transaction'],
])('the rate limits hold back until %i what has %s', (until, categories) => {
  expect(limitedUntil(categories, { all: 20, error: 10, replay: 50, attachment: 90 })).toBe(until);
});

const [JSON_TYPE, HTML] = ['application/json', 'text/html'];
it.each([
  ['accepted', 'by Sentry', 200, '{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}', JSON_TYPE],
  ['unreachable', 'an empty body', 200],
  ['unreachable', 'an empty body that is said to be HTML', 200, '', HTML],
  ['unreachable', 'a portal of the last status below', 299, '<', 'text/plain'],
  ['unreachable', 'a captive portal', 200, 'Sign in', HTML],
  ['unreachable', 'a portal that names no type', 200, '\n <html>'],
  ['unreachable', 'a redirect', 302],
  ['unreachable', "a proxy's page", 400, '<html>400 Bad Request</html>', HTML],
  ['rejected', '', 400, '{"detail":"invalid event envelope"}', JSON_TYPE],
  ['tooLarge', 'for a proxy', 413, '<html>too large</html>', HTML],
  ['denied', '', 401, '{"detail":"missing authorization information"}', JSON_TYPE],
  ['denied', '', 404, ' {}'],
  ['unreachable', 'a proxy', 401, '<html>Sign in</html>', HTML],
  ['unreachable', 'a filter', 403, 'Blocked by your administrator', 'text/plain'],
  ['unreachable', 'a filter that says JSON', 403, '<html>', JSON_TYPE],
  ['unreachable', 'without a body', 404],
  ['failed', '', 500],
])('a response means %s: %s %i', (responseClass, _, status, bodyStart = '', type = undefined) => {
  const given = { status, bodyStart, headers: { 'content-type': type } };
  expect(classifyResponse(given, false)).toBe(responseClass);
  // TLS proves who responds; a page still comes from a proxy in between.
  const isProven = status < 300 && !/<|Sign/.test(bodyStart);
  expect(classifyResponse(given, true)).toBe(isProven ? 'accepted' : responseClass);
});

it('a large body gets the time it needs, but at most five minutes', () => {
  expect([0, 1024 * 1024, 1e9].map(timeLimit)).toEqual([30_000, 62_000, 300_000]);
});
