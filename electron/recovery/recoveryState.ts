/** What recovery knows, what it is told and what it does: see recovery.policy.ts. */
import type { Fault } from '../shared/fault.ts';
import type { Counters } from './budget.policy.ts';

export interface RecoveryState extends Counters {
  /** Whether the app is in safe mode, which does without the GPU. */
  isSafe: boolean;
  /**
   * What the window shows: the app, an error page in place of it, a static error page in a fresh window, or nothing
   * beside a native dialog.
   */
  showing: 'app' | 'page' | 'freshWindow' | 'dialog';
  /** When `showing` last changed. */
  shownAt: number;
  /** When the next retry is due. */
  retryAt: number | null;
  /** Retries of failed loads since the page last was healthy, or the user went to another one. */
  retries: number;
  /** Since when the app's page is up. */
  healthySince: number | null;
}

export type RecoveryEvent =
  /**
   * Something failed; while an error page is shown, that page. `closing`: the app quits or the window closes,
   * where processes end on purpose.
   */
  | { type: 'fault'; fault: Fault; closing: boolean }
  | { type: 'gpuGone' }
  /** The window began to load a page of the app that was not ordered here: the user followed a link. */
  | { type: 'opened' }
  /** The page said that it is ready. */
  | { type: 'ready' }
  /** Time passed: to be sent `BUDGET.healthyMs` after `ready`, so that the budget is restored and kept. */
  | { type: 'tick' }
  /** `retryAt` has come. */
  | { type: 'due' }
  /** The network is back, or the computer woke. */
  | { type: 'wake' }
  /** The user asks for a page that is not there: a button of the dialog, a second instance, the dock. */
  | { type: 'retry' };

/**
 * An action other than `ignore` replaces one that still waits for its time. An action that shows something shows the
 * fault of the event, or, after another event, once more the one that is shown. The state says when to send `due`.
 */
export type Action =
  /** Load the app's page, in a window that is alive, after `delayMs`; never inside the event. */
  | { type: 'reload'; delayMs: number }
  /** Show the fault where the page was. */
  | { type: 'show' }
  /** Show it in a new window without script, then close the old one: in this order, or the app quits. */
  | { type: 'freshWindow' }
  | { type: 'nativeDialog' }
  /** Start the app again in safe mode. */
  | { type: 'safeMode' }
  | { type: 'ignore' };

export interface Decision {
  state: RecoveryState;
  action: Action;
}

/**
 * The state at launch. The app is loaded once whatever the counters say, because the user started it; a budget
 * that was spent in the run before is still spent.
 */
export function launch(counters: Counters, isSafe: boolean, now: number): RecoveryState {
  return {
    ...counters,
    isSafe,
    showing: 'app',
    shownAt: now,
    retryAt: null,
    retries: 0,
    healthySince: null,
  };
}

/** The part of the state that is kept across launches. */
export function countersOf({ loads, spent, gpuCrashes }: RecoveryState): Counters {
  return { loads, spent, gpuCrashes };
}
