/** Time as the outbox sees it, in one place so that it can be passed in. */
export interface Clock {
  /** Milliseconds since the epoch. May jump in either direction. */
  wall(): number;
  /** Milliseconds since some moment. Never goes back. */
  steady(): number;
  /** Runs `action` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

/** The real clocks. Timers do not keep the process alive. */
export const systemClock: Clock = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
