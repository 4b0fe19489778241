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

/** The attempts to write so that the next start is in safe mode, or is not. */
export const attemptsFor = (isSafe: boolean): number => (isSafe ? FAILED : 0);

/** @param safeOnce whether the user asks for safe mode for this start only */
export function planStart(
  before: StartStamp | undefined,
  { version, electron }: Pick<StartStamp, 'version' | 'electron'>,
  safeOnce: boolean,
) {
  const failed = before?.version === version ? before.attempts : 0;
  const planned = failed >= FAILED;
  const isSafe = planned || safeOnce;
  const isUpgraded = before !== undefined && before.electron !== electron;
  const stamp = (attempts: number): StartStamp => ({ attempts, version, electron });
  return {
    isSafe,
    clearCaches: isUpgraded || isSafe,
    /** To write before Electron is ready. */
    pending: stamp(Math.min(failed + 1, FAILED)),
    /** After the window has painted. Only the user or an update leaves safe mode, because the cause may remain. */
    painted: stamp(attemptsFor(planned)),
    /** If the app quits before it painted, which is not a failure. */
    unknown: stamp(failed),
  };
}
