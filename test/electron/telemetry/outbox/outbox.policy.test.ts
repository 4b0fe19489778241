import { describe, expect, it } from 'vitest';
import type { Priority } from '../../../../electron/telemetry/outbox/envelope.ts';
import {
  chargeOf,
  choose,
  classifyResponse,
  givesWay,
  goesBefore,
  isBelievable,
  isOverdue,
} from '../../../../electron/telemetry/outbox/outbox.policy.ts';
import { timeLimit } from '../../../../electron/telemetry/outbox/post.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 1);
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
    all.sort((a, b) => (goesBefore(a, b, new Set()) ? -1 : 1));
    expect(all.map(({ order }) => order)).toEqual([7, 5, 6, 4, 3, 1, 2]);
  });

  it('is a replay of no error before an older one that an error belongs to', () => {
    const withErrors = new Set(['aaaaaaaa']);
    expect(goesBefore(held(3, 2, 'bbbbbbbb'), held(3, 1, 'aaaaaaaa'), withErrors)).toBe(true);
    expect(goesBefore(held(3, 1, 'aaaaaaaa'), held(3, 2, 'bbbbbbbb'), withErrors)).toBe(false);
    expect(goesBefore(held(3, 1, 'aaaaaaaa'), held(2, 2), withErrors)).toBe(true);
  });

  it.each([
    [true, 'an older error, for an error', held(0, 1), held(0, 2)],
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

describe('age', () => {
  it.each([
    [true, '31 days', NOW - 31 * DAY, NOW],
    [false, '30 days', NOW - 30 * DAY, NOW],
    [false, 'a time of 1970, from a machine that lost its clock', 0, NOW],
    [false, 'a machine that has lost its clock now', NOW - 40 * DAY, 5],
    [false, 'a time in the future', NOW + 2 * DAY, NOW],
  ])('is too great: %s for %s', (expected, _, time, wall) => {
    expect(isOverdue(time, wall, 30 * DAY)).toBe(expected);
  });

  it.each([
    [true, 'goes on', DAY],
    [true, 'was set back a little', -DAY / 2],
    [false, 'was set back further', -2 * DAY],
    [false, 'jumped ahead', 31 * DAY],
  ])('can be told: %s for a clock that %s', (expected, _, ms) => {
    expect(isBelievable(NOW + ms, NOW, 30 * DAY)).toBe(expected);
  });
});

const answer = (status: number, bodyStart = '', contentType?: string) => ({
  status,
  bodyStart,
  headers: { 'content-type': contentType },
});

describe('what an answer means', () => {
  it.each([
    ['accepted', 'Sentry', answer(200, '{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}', 'application/json')],
    ['accepted', 'Sentry for an envelope without an event', answer(200, '{}', 'application/json')],
    ['unreachable', 'whoever answers nothing', answer(200)],
    ['unreachable', 'whoever says ok', answer(200, 'ok', 'text/plain')],
    ['unreachable', '204', answer(204)],
    ['unreachable', 'a captive portal', answer(200, '<!doctype html><title>Sign in</title>', 'text/html')],
    ['unreachable', 'a portal that names no type', answer(200, '\n <html>')],
    ['unreachable', 'a portal whose page begins with text', answer(200, 'Welcome <a href=/>', 'TEXT/HTML')],
    ['unreachable', 'a choice', answer(300, '{}')],
    ['unreachable', 'a redirect', answer(302)],
    ['unreachable', 'a permanent redirect', answer(308)],
    [
      'unreachable',
      'a page that a proxy made of 400',
      answer(400, '<html>400 Bad Request</html>', 'text/html'),
    ],
    ['rejected', '400', answer(400, '{"detail":"invalid event envelope"}', 'application/json')],
    ['rejected', '400 without a body', answer(400)],
    ['tooLarge', '413 of a proxy in front of the server', answer(413, '<html>too large</html>', 'text/html')],
    ['limited', '429', answer(429)],
    ['denied', '401', answer(401)],
    ['denied', '403', answer(403)],
    ['denied', '404', answer(404)],
    ['failed', '408', answer(408)],
    ['failed', '500', answer(500)],
    ['failed', '503 with a page', answer(503, '<html>', 'text/html')],
  ])('%s: %s', (responseClass, _, given) => {
    expect(classifyResponse(given, false)).toBe(responseClass);
    // TLS proves who answers; a page is still that of a proxy in between.
    const isProven = given.status < 300 && !given.bodyStart.includes('<');
    expect(classifyResponse(given, true)).toBe(isProven ? 'accepted' : responseClass);
  });

  it('is the same for Spotlight, which names itself and says nothing', () => {
    const headers = { 'x-powered-by': 'spotlight-by-sentry' };
    expect(classifyResponse({ ...answer(200), headers }, false)).toBe('accepted');
  });
});

it('a large body gets the time it needs, and never more than five minutes', () => {
  expect([0, 1024 * 1024, 1e9].map(timeLimit)).toEqual([30_000, 62_000, 300_000]);
});

describe('the choice of what to send', () => {
  const one = (priority: number, order: number, at = 0) => ({ priority, order, at });
  const chosen = (candidates: ReturnType<typeof one>[]) => choose(candidates, 10, ({ at }) => at);

  it('passes over what waits, and is the earliest time when everything does', () => {
    const replay = one(3, 1);
    expect(chosen([one(0, 2, 99), replay])).toEqual({ send: replay });
    expect(chosen([one(3, 1, 60), one(2, 2, 50)])).toEqual({ at: 50 });
    expect(chosen([one(0, 2), one(0, 1)])).toEqual({ send: one(0, 2) });
    expect(chosen([])).toEqual({ at: Number.POSITIVE_INFINITY });
  });
});
