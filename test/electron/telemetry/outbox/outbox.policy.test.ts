import { describe, expect, it } from 'vitest';
import type { Priority } from '../../../../electron/telemetry/outbox/name.ts';
import {
  chargeOf,
  choose,
  classifyResponse,
  limitedUntil,
  roomFor,
} from '../../../../electron/telemetry/outbox/outbox.policy.ts';
import { timeLimit } from '../../../../electron/telemetry/outbox/upload.ts';

const held = (priority: Priority, name: string, replay?: string) => ({
  ...{ priority, name, replay, size: 1 },
  isFirst: false,
  isQuarantined: false,
});
type Held = ReturnType<typeof held>;

/** What goes to make room for `count` files, or nothing if not enough may. */
const goes = (count: number, newcomer: Held, all: Held[], ofErrors: string[] = []) =>
  roomFor(newcomer, count * chargeOf(1), all, new Set(ofErrors))
    ?.map(({ name }) => name)
    .join('');

describe('what goes first when the outbox is full', () => {
  const error = held(0, 'x');
  it('is what is in quarantine, then the oldest replay, and so on up to the newest error', () => {
    const quarantined = { ...held(0, 'q'), isQuarantined: true };
    const first = { ...held(0, 'f'), isFirst: true };
    const all = [first, held(0, 'a'), held(1, 'b'), held(2, 'c'), held(3, 'd'), held(3, 'e'), held(0, 'g')];
    expect([1, 2, 4, 5, 7, 8, 9].map((count) => goes(count, error, [...all, quarantined]))).toEqual([
      ...['q', 'qd', 'qdec', 'qdecb', 'qdecbag', 'qdecbagf', undefined],
    ]);
  });

  it('is a replay without an error before an older one with an error', () => {
    const all = [held(3, 'a', 'aaaaaaaa'), held(3, 'b', 'bbbbbbbb')];
    expect(goes(1, error, all, ['aaaaaaaa'])).toBe('b');
    expect(goes(2, error, all, ['aaaaaaaa'])).toBe('ba');
    expect(goes(2, held(3, 'c', 'bbbbbbbb'), all, ['aaaaaaaa'])).toBeUndefined();
  });

  it('is for a new error also the first of a run, and for anything else nothing more important', () => {
    expect(goes(1, error, [{ ...held(0, 'f'), isFirst: true }])).toBe('f');
    expect(goes(1, held(3, 'x'), [held(0, 'a')])).toBeUndefined();
    expect(goes(1, held(1, 'x'), [held(1, 'a'), held(2, 'b')])).toBe('b');
    expect(goes(2, held(1, 'x'), [held(1, 'a'), held(2, 'b')])).toBe('ba');
  });

  it('is counted in whole blocks of the disk, and what its name takes', () => {
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
    ['unreachable', 'a word', response(200, 'ok', 'text/plain')],
    ['unreachable', '204', response(204)],
    ['unreachable', 'a captive portal', response(200, '<!doctype html><title>Sign in</title>', 'text/html')],
    ['unreachable', 'a portal that names no type', response(200, '\n <html>')],
    ['unreachable', 'a portal whose page begins with text', response(200, 'Welcome <a href=/>', 'TEXT/HTML')],
    ['unreachable', 'a choice', response(300, '{}')],
    ['unreachable', 'a redirect', response(302)],
    ['unreachable', 'a permanent redirect', response(308)],
    [
      'unreachable',
      'a page that a proxy made of 400',
      response(400, '<html>400 Bad Request</html>', 'text/html'),
    ],
    ['rejected', '400', response(400, '{"detail":"invalid event envelope"}', 'application/json')],
    ['rejected', '400 without a body', response(400)],
    [
      'tooLarge',
      '413 of a proxy in front of the server',
      response(413, '<html>too large</html>', 'text/html'),
    ],
    ['failed', '429', response(429)],
    ['denied', '401', response(401, '{"detail":"missing authorization information"}', 'application/json')],
    ['denied', '403', response(403, '{"detail":"event submission rejected"}')],
    ['denied', '404', response(404, ' {}')],
    ['unreachable', '401 of a proxy', response(401, '<html>Sign in</html>', 'text/html')],
    ['unreachable', '403 of a filter', response(403, 'Blocked by your administrator', 'text/plain')],
    ['unreachable', '403 of a filter that says JSON', response(403, '<html>', 'application/json')],
    ['unreachable', '404 without a body', response(404)],
    ['failed', '408', response(408)],
    ['failed', '500', response(500)],
    ['failed', '503 with a page', response(503, '<html>', 'text/html')],
  ])('%s: %s', (responseClass, _, given) => {
    expect(classifyResponse(given, false)).toBe(responseClass);
    // TLS proves who responds; a page still comes from a proxy in between.
    const isProven = given.status < 300 && !given.bodyStart.includes('<');
    expect(classifyResponse(given, true)).toBe(isProven ? 'accepted' : responseClass);
  });

  it('is accepted for Spotlight, which names itself and sends no body', () => {
    const headers = { 'x-powered-by': 'spotlight-by-sentry' };
    expect(classifyResponse({ ...response(200), headers }, false)).toBe('accepted');
  });
});

it('a large body gets the time it needs, and never more than five minutes', () => {
  expect([0, 1024 * 1024, 1e9].map(timeLimit)).toEqual([30_000, 62_000, 300_000]);
});

describe('the choice of what to send', () => {
  const one = (priority: Priority, name: string, at = 0) => ({ priority, name, at });
  const chosen = (...candidates: ReturnType<typeof one>[]) => choose(candidates, 10, ({ at }) => at);

  it('passes over what waits, and is the earliest time when everything does', () => {
    const replay = one(3, 'a');
    expect(chosen(one(0, 'b', 99), replay)).toEqual({ send: replay });
    expect(chosen(one(3, 'a', 60), one(2, 'b', 50))).toEqual({ at: 50 });
    expect(chosen(one(0, 'old'), one(0, 'new'), replay)).toEqual({ send: one(0, 'new') });
    expect(chosen()).toEqual({ at: Number.POSITIVE_INFINITY });
  });
});
