/** Whether the app starts in safe mode, from what came of the starts before. Pure. */

/** What is kept across starts. */
export interface StartStamp {
  /** Starts in a row that did not paint, the one that runs included until it has. */
  attempts: number;
  /** The versions of the app and of Electron that started last. */
  version: string;
  electron: string;
}

/** Failed starts in a row after which the app starts in safe mode. */
const FAILED = 2;

interface StartPlan {
  /** Without the GPU and with fresh caches. */
  isSafe: boolean;
  /** Whether to remove Chromium's caches before it reads them. */
  clearCaches: boolean;
  /** To be written before Electron is ready. */
  pending: StartStamp;
  /**
   * To be written when the window has painted. The app stays in safe mode until the user leaves it or the app is
   * updated: the cause may still be there.
   */
  painted: StartStamp;
  /** To be written if the app quits before it painted, which is no failure. */
  unknown: StartStamp;
}

/** The number of attempts to write so that the next start is in safe mode, or is not. */
export const attemptsFor = (isSafe: boolean): number => (isSafe ? FAILED : 0);

/**
 * @param before what was kept; undefined the first time
 * @param safeOnce whether the user asks for safe mode, for this start only
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
