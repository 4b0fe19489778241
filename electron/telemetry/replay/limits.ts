/** The limits of replays in the units that the gate counts in. */
import { LIMITS } from '../../shared/limits.ts';

export interface ReplayLimits {
  /** Milliseconds. */
  idlePause: number;
  idleExpiry: number;
  maximum: number;
  flushMinimum: number;
  flushMaximum: number;
  /** Bytes of one recording without compression. */
  recording: number;
}

/** Those of the table. */
export const REPLAY_LIMITS: ReplayLimits = {
  idlePause: LIMITS.replayIdlePause.value * 1000,
  idleExpiry: LIMITS.replayIdleExpiry.value * 1000,
  maximum: LIMITS.replayMaximum.value * 1000,
  flushMinimum: LIMITS.replayFlushMinimum.value,
  flushMaximum: LIMITS.replayFlushMaximum.value,
  recording: LIMITS.replayBuffer.value,
};

/** `lower` where it is lower than the limits: limits can be lowered, never raised. */
export function lowered(lower: Partial<ReplayLimits> = {}): ReplayLimits {
  const keys = Object.keys(REPLAY_LIMITS) as (keyof ReplayLimits)[];
  const pairs = keys.map((key) => [
    key,
    Math.min(REPLAY_LIMITS[key], lower[key] ?? Number.POSITIVE_INFINITY),
  ]);
  return Object.fromEntries(pairs) as unknown as ReplayLimits;
}
