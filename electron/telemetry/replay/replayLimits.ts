/** The limits of replays in the units of the code: a start needs them before it loads the rest. */
import { LIMITS } from '../../shared/limits.ts';

/** Replay limits, in milliseconds; `recording` in uncompressed bytes. */
export const REPLAY_LIMITS = {
  idlePause: LIMITS.replayIdlePause.value * 1000,
  idleExpiry: LIMITS.replayIdleExpiry.value * 1000,
  maximum: LIMITS.replayMaximum.value * 1000,
  flushMinimum: LIMITS.replayFlushMinimum.value,
  flushMaximum: LIMITS.replayFlushMaximum.value,
  recording: LIMITS.replayBuffer.value,
};
