/** A clock that stands still until it is told to go on. */
import type { Clock } from '../../../../../electron/telemetry/outbox/system.ts';

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** 2026-03-01, far from every special date. */
export const START = Date.UTC(2026, 2, 1);

export class VirtualClock implements Clock {
  #steady = 0;
  #jump: number;
  #timers: { at: number; action: () => void }[] = [];

  constructor(start = START) {
    this.#jump = start;
  }

  wall(): number {
    return this.#steady + this.#jump;
  }

  steady(): number {
    return this.#steady;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { at: this.#steady + ms, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Moves the wall clock, and only it. */
  jump(ms: number): void {
    this.#jump += ms;
  }

  /** Lets time pass, running what falls due, each followed by whatever it started. */
  async advance(ms: number): Promise<void> {
    const end = this.#steady + ms;
    await settle();
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#steady = Math.max(this.#steady, due.at);
      due.action();
      await settle();
    }
    this.#steady = end;
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
