import { beforeEach, expect, it, vi } from 'vitest';
import { steadyTime } from '../../../../electron/shared/clock.ts';
import type { StoredEnvelope } from '../../../../electron/telemetry/outbox/disk.ts';
import { RETRY } from '../../../../electron/telemetry/outbox/outbox.policy.ts';
import { Pauses } from '../../../../electron/telemetry/outbox/pauses.ts';

beforeEach(() => void vi.useFakeTimers());

const envelope = () => ({ categories: 'error' }) as unknown as StoredEnvelope;
const { firstMs } = RETRY;

it('lengthens the pause with every second failure, so that another envelope is tried soon', () => {
  const pauses = new Pauses(() => 0);
  const other = envelope();
  const waits = [envelope(), envelope(), envelope(), envelope()].map((failed) => {
    pauses.failed(failed);
    const wait = pauses.untils()(other) - steadyTime();
    vi.advanceTimersByTime(Math.ceil(wait));
    return Math.round(wait / firstMs);
  });
  expect(waits).toEqual([1, 2, 1, 8]);
});
