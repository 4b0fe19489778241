import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '@sentry/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { createCounters } from '../../../../electron/shared/limitValues/limits.ts';
import { createRateLimit } from '../../../../electron/telemetry/rateLimit/rateLimit.ts';
import { testFolder } from '../../testFolder.ts';

let file: string;
let sent: Event[];
beforeEach(() => {
  file = join(testFolder(), 'telemetry', 'rateLimit.json');
  sent = [];
});

function fail(times: number) {
  const limits = { reportsPerHour: 3, reportsPerDay: 100 };
  const rateLimit = createRateLimit(file, limits, createCounters(), (line) => expect.fail(line));
  for (let i = 0; i < times; i++) {
    const event: Event = { message: 'a', fingerprint: ['x'] };
    if (rateLimit.passes(event)) sent.push(event);
  }
  return rateLimit;
}

it('starts over after it was told to forget', () => {
  fail(10).forget();
  fail(1);
  expect(sent).toHaveLength(4);
  expect(sent[3]?.contexts).toBeUndefined();
});

it('counts on after a restart', async () => {
  for (let i = 0; i < 3; i++) fail(1);
  fail(7);
  expect(sent).toHaveLength(3);
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('"suppressed":7'), 5_000);
});
