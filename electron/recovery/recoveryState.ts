/** State, events and actions of recovery.policy.ts. */
import type { Fault } from '../shared/fault.ts';
import type { Counters } from './budget.policy.ts';

export interface RecoveryState extends Counters {
  /** Whether the app is in safe mode, which runs without the GPU, or its next start will be. */
  isSafe: boolean;
  /** The app, an error page in its place, a static one in a fresh window, or nothing behind a native dialog. */
  showing: 'app' | 'page' | 'freshWindow' | 'dialog';
  shownAt: number;
  retryAt: number | null;
  /** Retries of failed loads since the page was last healthy, the user opened another page, or the computer woke. */
  retries: number;
  /** Whether the page failed and has not been healthy for a minute since: similar failures then count as one. */
  isSeries: boolean;
  healthySince: number | null;
}

export type RecoveryEvent =
  /** The app's page failed, or the error page that is shown. `closing`: the app quits, so processes end on purpose. */
  | { type: 'fault'; fault: Fault; closing: boolean }
  | { type: 'gpuGone' }
  /** The user opened another page of the app. */
  | { type: 'opened' }
  /** The page reported ready. */
  | { type: 'ready' }
  /** `BUDGET.healthyMs` have passed since `ready`: the budget is restored and saved to disk. */
  | { type: 'tick' }
  /** The time `retryAt` has come. */
  | { type: 'due' }
  /** The network is back, or the computer woke. */
  | { type: 'wake' }
  /** The user asks for the failed page: Try again, a second instance, the dock. */
  | { type: 'retry' };

/**
 * An action other than `ignore` replaces a waiting one. It shows the event's fault, or the current one if the event has
 * none. The state says when to send `due`.
 */
export type Action =
  /** Load the app's page in a living window after `delayMs`, never inside the event. */
  | { type: 'reload'; delayMs: number }
  /** Show the fault where the page was. */
  | { type: 'show' }
  /** Show it in a new window without script, then close the old one; closing first would quit the app. */
  | { type: 'freshWindow' }
  | { type: 'nativeDialog' }
  | { type: 'tell'; fault: Fault }
  /** Make the next start one in safe mode. The app continues while its window paints. */
  | { type: 'safeMode' }
  | { type: 'ignore' };

export interface Decision {
  state: RecoveryState;
  action: Action;
}

/**
 * Returns the state at launch. The app is loaded once whatever the counters say, because the user started it; the
 * budget that the last run spent stays spent. If the clock was set back since, that must not block loads for a day.
 */
export function stateAtStart(counters: Counters, isSafe: boolean, now: number): RecoveryState {
  const past = (times: readonly number[]) => times.map((at) => Math.min(at, now));
  return {
    spent: counters.spent,
    loads: past(counters.loads),
    gpuCrashes: past(counters.gpuCrashes),
    isSafe,
    showing: 'app',
    shownAt: now,
    retryAt: null,
    retries: 0,
    isSeries: counters.spent > 0,
    healthySince: null,
  };
}

export function countersOf({ loads, spent, gpuCrashes }: RecoveryState): Counters {
  return { loads, spent, gpuCrashes };
}
