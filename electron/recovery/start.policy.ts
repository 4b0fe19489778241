/** How careful the next start is, from what came of those before it. Pure. */

/** What is kept across starts. */
export interface StartStamp {
  /** Starts in a row that did not paint, the one that runs included until it has. */
  attempts: number;
  /** The versions of the app and of Electron that started last. */
  version: string;
  electron: string;
}

/** Starts in a row that fail as usual before one is careful. */
const FAILED = 2;

/** Each rung does what those below it do: without GPU, with fresh caches, with a fresh session for this run. */
export const RUNGS = { usual: 0, gpuOff: 1, freshCaches: 2, freshSession: 3 } as const;
export type Rung = (typeof RUNGS)[keyof typeof RUNGS];

export interface StartPlan {
  rung: Rung;
  /** Whether Chromium's caches are to be removed before it reads them. */
  clearCaches: boolean;
  /** To be written before Electron is ready. */
  pending: StartStamp;
  /**
   * To be written when the window has painted. A careful start is repeated until the user goes back, or the app's
   * version changes: what it worked around is still there.
   */
  painted: StartStamp;
  /** To be written if the app ends in order before it painted: that is no failure. */
  unknown: StartStamp;
}

/** The number of attempts after which a start has this rung. */
export const attemptsFor = (rung: Rung): number => (rung === RUNGS.usual ? 0 : rung + FAILED - 1);

/**
 * @param before what was kept; undefined the first time
 * @param safeMode the user asks for the most careful start, this once
 */
export function planStart(
  before: StartStamp | undefined,
  { version, electron }: Pick<StartStamp, 'version' | 'electron'>,
  safeMode: boolean,
): StartPlan {
  const failed = before?.version === version ? before.attempts : 0;
  const planned = Math.min(Math.max(failed - FAILED + 1, 0), RUNGS.freshSession) as Rung;
  const rung = safeMode ? RUNGS.freshSession : planned;
  const isUpgraded = before !== undefined && before.electron !== electron;
  const stamp = (attempts: number) => ({ attempts, version, electron });
  return {
    rung,
    clearCaches: isUpgraded || rung >= RUNGS.freshCaches,
    pending: stamp(Math.min(failed + 1, FAILED + RUNGS.freshSession)),
    painted: stamp(attemptsFor(planned)),
    unknown: stamp(failed),
  };
}
