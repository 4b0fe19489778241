/** The rate limits of reports, with a real file and a fake clock. */
import { join } from 'node:path';
import type { Event } from '@sentry/core';
import { beforeEach, expect, it } from 'vitest';
import { createRateLimit } from '../../../electron/telemetry/rateLimit.ts';
import { testFolder } from '../testFolder.ts';

const HOUR = 3_600_000;
let file: string;
let now: number;
let sent: Event[];
beforeEach(() => {
  file = join(testFolder(), 'telemetry', 'rateLimit.json');
  now = 1e12;
  sent = [];
});

function start() {
  const rateLimit = createRateLimit({
    file,
    limits: { reportsPerHour: 3, reportsPerDay: 100 },
    now: () => now,
    onSuppressed: () => undefined,
    log: (line) => expect.fail(line),
  });
  const fail = (message: string) => {
    const event: Event = { message, fingerprint: ['x'] };
    if (rateLimit.passes(event)) sent.push(event);
  };
  return { rateLimit, fail };
}
const words = () => sent.map(({ message }) => message);

it('counts over restarts, and the first event of the next hour carries the count', () => {
  const first = start();
  for (let i = 0; i < 10; i++) first.fail(`a${i}`);
  expect(words()).toEqual(['a0', 'a1', 'a2']);
  first.rateLimit.save();
  const second = start();
  second.fail('b');
  second.rateLimit.save();
  expect(sent).toHaveLength(3);
  now += HOUR;
  start().fail('c');
  expect(sent[3]).toMatchObject({ message: 'c', contexts: { rate_limit: { suppressed: 8 } } });
});

it('starts over after it was told to forget', () => {
  const { rateLimit, fail } = start();
  for (let i = 0; i < 10; i++) fail('a');
  rateLimit.forget();
  start().fail('a');
  expect(sent).toHaveLength(4);
  expect(sent[3]?.contexts).toBeUndefined();
});
