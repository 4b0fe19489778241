/** Decides from the results of earlier starts whether the app starts in safe mode. Pure. */
import * as v from 'valibot';

/** What `start.json` keeps. */
export const STAMP = {
  /** Starts in a row that did not paint, including the current one until it has. */
  attempts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The versions of the app and of Electron in the last start. */
  version: v.string(),
  electron: v.string(),
};
export type StartStamp = v.InferOutput<v.StrictObjectSchema<typeof STAMP, undefined>>;

/** After this many failed starts in a row the app starts in safe mode. */
const FAILED = 2;

interface StartPlan {
  /** Without the GPU and with fresh caches. */
  isSafe: boolean;
  /** Whether to remove Chromium's caches before Chromium reads them. */
  clearCaches: boolean;
  /** To write before Electron is ready. */
  pending: StartStamp;
  /**
   * To write after the window has painted. The app stays in safe mode until the user leaves it or the app is updated,
   * because the cause may remain.
   */
  painted: StartStamp;
  /** To write if the app quits before it painted, which is not a failure. */
  unknown: StartStamp;
}

/** The number of attempts to write so that the next start is in safe mode, or is not. */
export const attemptsFor = (isSafe: boolean): number => (isSafe ? FAILED : 0);

/**
 * @param before what was kept; undefined on the first start
 * @param safeOnce whether the user asks for safe mode for this start only
 */
export function planStart(
  before: StartStamp | undefined,
  { version, electron }: Pick<StartStamp, 'version' | 'electron'>,
  safeOnce: boolean,
): StartPlan {
  const failed = before?.version === version ? before.attempts : 0;
  const planned = failed >= FAILED;
  const isSafe = planned || safeOnce;
  const isUpgraded = before !== undefined && before.electron !== electron;
  const stamp = (attempts: number) => ({ attempts, version, electron });
  return {
    isSafe,
    clearCaches: isUpgraded || isSafe,
    pending: stamp(Math.min(failed + 1, FAILED)),
    painted: stamp(attemptsFor(planned)),
    unknown: stamp(failed),
  };
}
