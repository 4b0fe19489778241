/** The clock as the outbox uses it: an interface, so that tests can let time pass. */

export interface Clock {
  /** Milliseconds since the epoch. May jump in either direction. */
  now(): number;
  /** Runs `action` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

/** The real clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
