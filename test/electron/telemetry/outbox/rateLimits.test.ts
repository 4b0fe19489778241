import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OutboxFolder } from '../../../../electron/telemetry/outbox/folder.ts';
import { RateLimiter } from '../../../../electron/telemetry/outbox/throttle.ts';
import { freshFolder } from './support/folder.ts';
import { TestFiles } from './support/testFiles.ts';
import { START, VirtualClock } from './support/virtualClock.ts';

const DAY = 86_400_000;
const path = () => join(freshFolder(), 'limits');

async function limiter(folder: string, clock = new VirtualClock(), target = 'aaaaaaaa') {
  const disk = new OutboxFolder(folder, new TestFiles(), () => clock.wall());
  const told: object[] = [];
  const limits = new RateLimiter({ folder: disk, clock, onLimits: (until) => told.push(until) });
  await limits.load(target);
  expect(disk.trouble).toBe(undefined);
  const learn = (status: number, headers: Record<string, string> = {}) =>
    limits.learn({ status, headers, bodyStart: '' });
  return { limits, learn, clock, told };
}

it.each([
  ['Retry-After in seconds', 429, { 'retry-after': '30' }, { all: 30 }],
  ['Retry-After as a date', 503, { 'retry-after': 'Sun, 01 Mar 2026 00:02:00 GMT' }, { all: 120 }],
  ['429 without a header: a minute', 429, {}, { all: 60 }],
  ['categories', 429, { 'x-sentry-rate-limits': '60:error;replay:key' }, { error: 60, replay: 60 }],
  ['all categories', 429, { 'x-sentry-rate-limits': '5::organization' }, { all: 5 }],
  ['limits of a success', 200, { 'x-sentry-rate-limits': '9:transaction:key' }, { transaction: 9 }],
  ['an answer without limits', 200, {}, {}],
  ['5xx without a header', 500, {}, {}],
  ['a Retry-After of a year: a day', 429, { 'retry-after': '31536000' }, { all: 86_400 }],
])('rate limits understand %s', async (_, status, headers: Record<string, string>, seconds) => {
  const folder = path();
  const { limits, learn, clock, told } = await limiter(folder);
  learn(status, headers);
  const expected = Object.entries(seconds).map(([name, s]) => [name, START + s * 1_000]);
  expect(limits.state()).toEqual(Object.fromEntries(expected));
  learn(status, headers);
  expect(told).toEqual(expected.length > 0 ? [Object.fromEntries(expected)] : []);
  expect(existsSync(join(folder, 'limits.json'))).toBe(expected.length > 0);
  await clock.advance(1_000 * Math.max(0, ...Object.values(seconds)));
  expect(limits.state()).toEqual({});
});

it('hold an envelope that has one limited category, and everything when all are limited', async () => {
  const { limits, learn } = await limiter(path());
  expect(limits.limitedUntil(['error'])).toBe(0);
  learn(429, { 'x-sentry-rate-limits': '50:replay:key, 20::key, 90:attachment:key' });
  expect(limits.limitedUntil(['error'])).toBe(20_000);
  expect(limits.limitedUntil(['error', 'replay'])).toBe(50_000);
  expect(limits.limitedUntil(['attachment', 'error'])).toBe(20_000);
  expect(limits.limitedUntil(['attachment'])).toBe(90_000);
  // Never shortened by a later, shorter one.
  learn(429, { 'retry-after': '1' });
  expect(limits.limitedUntil(['error'])).toBe(20_000);
});

it('outlive a restart less the time that passed, for one server only, and no longer for a clock that went back', async () => {
  const folder = path();
  (await limiter(folder)).learn(429, { 'x-sentry-rate-limits': '60:error:key, 1:replay:key' });
  const later = async (ms: number, target?: string) =>
    (await limiter(folder, new VirtualClock(START + ms), target)).limits.limitedUntil(['error', 'replay']);
  expect(await later(20_000)).toBe(40_000);
  expect(await later(70_000)).toBe(0);
  expect(await later(-DAY)).toBe(60_000);
  expect(await later(0, 'bbbbbbbb')).toBe(0);
});

it('are none in a file that is torn or says something else', async () => {
  const folder = path();
  (await limiter(folder)).learn(429);
  const file = join(folder, 'limits.json');
  const whole = readFileSync(file, 'utf8');
  const torn = fc.nat(whole.length - 1).map((end) => whole.slice(0, end));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json(), torn), async (text) => {
      writeFileSync(file, text);
      expect((await limiter(folder)).limits.state()).toEqual({});
    }),
  );
});
