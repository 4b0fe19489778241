/** A clock that stands still until it is told to go on. */
import type { Clock } from '../../../../../electron/telemetry/outbox/clock.ts';

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** 2026-03-01, far from every special date. */
export const START = Date.UTC(2026, 2, 1);

export class VirtualClock implements Clock {
  #passed = 0;
  #start: number;
  #timers: { at: number; action: () => void }[] = [];

  constructor(start = START) {
    this.#start = start;
  }

  now(): number {
    return this.#start + this.#passed;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { at: this.#passed + ms, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Sets the clock; timers do not notice. */
  jump(ms: number): void {
    this.#start += ms;
  }

  /** Lets time pass, running what falls due, each followed by whatever it started. */
  async advance(ms: number): Promise<void> {
    const end = this.#passed + ms;
    await settle();
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#passed = Math.max(this.#passed, due.at);
      due.action();
      await settle();
    }
    this.#passed = end;
  }
}

/** Lets promises and finished file work run. */
export async function settle(turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets all file work that is under way end. */
export async function fileWork(): Promise<void> {
  do await settle(2);
  while (process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq')));
}
