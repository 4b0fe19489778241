/** The rate limits of reports, with a real file and a fake clock. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '@sentry/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { createRateLimit } from '../../../electron/telemetry/rateLimit.ts';
import { testFolder } from '../testFolder.ts';

let file: string;
let sent: Event[];
beforeEach(() => {
  file = join(testFolder(), 'telemetry', 'rateLimit.json');
  sent = [];
});

function start() {
  const rateLimit = createRateLimit({
    file,
    limits: { reportsPerHour: 3, reportsPerDay: 100 },
    onSuppressed: () => undefined,
    log: (line) => expect.fail(line),
  });
  const fail = (message: string) => {
    const event: Event = { message, fingerprint: ['x'] };
    if (rateLimit.passes(event)) sent.push(event);
  };
  return { rateLimit, fail };
}

it('starts over after it was told to forget', () => {
  const { rateLimit, fail } = start();
  for (let i = 0; i < 10; i++) fail('a');
  rateLimit.forget();
  start().fail('a');
  expect(sent).toHaveLength(4);
  expect(sent[3]?.contexts).toBeUndefined();
});

it('counts on after a restart', async () => {
  for (let i = 0; i < 3; i++) start().fail('a');
  const { fail } = start();
  for (let i = 0; i < 7; i++) fail('a');
  expect(sent).toHaveLength(3);
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('"suppressed":7'), 5_000);
});
