/** Time that stands still until a test advances it: for timers, the steady clock and the wall clock. And a folder. */
import { join } from 'node:path';
import { vi } from 'vitest';
import { testFolder } from '../../../testFolder.ts';

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** 2026-03-01, far from every special date. */
export const START = Date.UTC(2026, 2, 1);

/** The path of an outbox that does not exist yet, removed after the test. */
export const freshFolder = (): string => join(testFolder(), 'outbox');

export class VirtualClock {
  constructor() {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
      now: START,
    });
  }

  now = () => Date.now();

  /** Sets the wall clock; timers do not notice. */
  jump(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
  }

  /** Lets time pass, running what falls due, each followed by whatever it started. */
  async advance(ms: number): Promise<void> {
    await settle();
    let isOver = false;
    setTimeout(() => {
      isOver = true;
    }, ms);
    while (!isOver) {
      vi.advanceTimersToNextTimer();
      await settle();
    }
    // Runs what is due in the last moment, and what that starts at once.
    for (let turn = 0; turn < 5; turn += 1) {
      vi.advanceTimersByTime(0);
      await settle();
    }
  }
}

/** Lets promises and finished file work run. */
export async function settle(turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
