import { describe, expect, it } from 'vitest';
import type { Priority } from '../../../../electron/telemetry/outbox/name.ts';
import {
  chargeOf,
  choose,
  classifyResponse,
  firstToGo,
  givesWay,
  limitedUntil,
} from '../../../../electron/telemetry/outbox/outbox.policy.ts';
import { timeLimit } from '../../../../electron/telemetry/outbox/upload.ts';

const held = (priority: Priority, order: number, replay?: string) => ({
  priority,
  order,
  replay,
  isFirst: false,
  isQuarantined: false,
});

describe('what goes first when the outbox is full', () => {
  it('is what is in quarantine, then the oldest replay, and so on up to the newest error', () => {
    const quarantined = { ...held(0, 7), isQuarantined: true };
    const all = [held(0, 2), held(3, 6), held(1, 3), held(2, 4), held(3, 5), held(0, 1), quarantined];
    const orders = (count: number) => firstToGo(all, count, new Set()).map(({ order }) => order);
    expect(orders(9)).toEqual([7, 5, 6, 4, 3, 1, 2]);
    for (let count = 0; count < 7; count += 1) expect(orders(count)).toEqual(orders(9).slice(0, count));
  });

  it('is a replay without an error before an older one with an error', () => {
    const withError = held(3, 1, 'aaaaaaaa');
    const without = held(3, 2, 'bbbbbbbb');
    const ofErrors = new Set(['aaaaaaaa']);
    expect(firstToGo([withError, without], 1, ofErrors)).toEqual([without]);
    expect(givesWay(withError, without, ofErrors)).toBe(false);
  });

  it.each([
    [true, 'an older error, for an error', held(0, 1), held(0, 2)],
    [true, 'the first error of a run, for an error', { ...held(0, 1), isFirst: true }, held(0, 2)],
    [false, 'a newer error, for an error that was only in memory', held(0, 2), held(0, 1)],
    [true, 'a newer error in quarantine', { ...held(0, 2), isQuarantined: true }, held(0, 1)],
    [true, 'a newer replay, for an error', held(3, 2), held(0, 1)],
    [false, 'an error, for a replay', held(0, 1), held(3, 2)],
  ])('is, or is not (%s), %s', (expected, _, one, newcomer) => {
    expect(givesWay(one, newcomer, new Set())).toBe(expected);
  });

  it('is counted in whole blocks of the disk, and what its name takes', () => {
    expect([0, 1, 4096, 4097].map(chargeOf)).toEqual([4352, 4352, 4352, 8448]);
  });
});

describe('the rate limits', () => {
  const limits = { all: 20, error: 10, replay: 50, attachment: 90 };
  it.each([
    [20, ['error']],
    [50, ['error', 'replay']],
    [20, ['attachment', 'error']],
    [90, ['attachment']],
    [20, ['transaction']],
  ])('hold back until %i what has %j', (until, categories) => {
    expect(limitedUntil(categories, limits, 0)).toBe(until);
  });

  it('are none when longer than a day: the header is wrong, or the clock was set back', () => {
    expect(limitedUntil(['error'], { error: 86_400_001 }, 0)).toBe(0);
    expect(limitedUntil(['error'], { error: 86_400_001 }, 1)).toBe(86_400_001);
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
  const one = (priority: Priority, order: number, at = 0) => ({ priority, order, at });
  const chosen = (candidates: ReturnType<typeof one>[]) => choose(candidates, 10, ({ at }) => at);

  it('passes over what waits, and is the earliest time when everything does', () => {
    const replay = one(3, 1);
    expect(chosen([one(0, 2, 99), replay])).toEqual({ send: replay });
    expect(chosen([one(3, 1, 60), one(2, 2, 50)])).toEqual({ at: 50 });
    expect(chosen([one(0, 2), one(0, 1)])).toEqual({ send: one(0, 2) });
    expect(chosen([])).toEqual({ at: Number.POSITIVE_INFINITY });
  });
});
