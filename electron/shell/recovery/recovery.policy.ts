/**
 * Decides what to do about a fault. Every automatic load of a page is decided here, in one pure function, so that no two
 * handlers can form a loop. A page that keeps failing is loaded again (3 times), then replaced by a static error page in a
 * fresh window, then by a native dialog. A failed load shows a static error page and is retried after longer and longer
 * pauses, and at once when the network is back. A page that loads but shows nothing useful is not loaded again.
 */
import { backoffDelay } from '../../shared/backoff.ts';
import { type Fault, isRetried } from '../../shared/fault.ts';
import { DURATIONS } from '../../shared/limitValues/durations.ts';
import { BUDGET, type Counters, countInSeries } from './budget.policy.ts';

export interface RecoveryState extends Counters {
  /** Whether the app is in safe mode, which runs without the GPU, or its next start will be. */
  isSafe: boolean;
  /**
   * The app, an error page in its place, a static one in a new window without script, after which the old one is closed
   * (closing first would quit the app), or nothing behind a native dialog.
   */
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
  /** The app's page failed, or the error page that is shown. */
  | { type: 'fault'; fault: Fault }
  | { type: 'gpuGone' }
  /** The user opened another page of the app. */
  | { type: 'opened' }
  | { type: 'ready' }
  /** The time `retryAt` has come, or `BUDGET.healthyMs` have passed since `ready`: the budget is restored then. */
  | { type: 'due' }
  /** The network is back, or the computer woke. */
  | { type: 'wake' }
  /** The user asks for the failed page: Try again, a second instance, the dock. */
  | { type: 'retry' };

type Action =
  /** Show what `showing` says after `delayMs`, never inside the event, in place of what waits. */
  | 'show'
  /** Tell of the event's fault beside the page. */
  | 'tell'
  | 'safeMode'
  | 'ignore';

interface Decision {
  state: RecoveryState;
  action: Action;
  delayMs?: number;
}

/** Loads the app once whatever the counters say, because the user started it; the budget that was spent stays spent. */
export function stateAtStart({ spent, gpuCrashes }: Counters, isSafe: boolean, now: number): RecoveryState {
  return {
    // The clock may have been set back since.
    ...{ spent, gpuCrashes: gpuCrashes.map((at) => Math.min(at, now)), isSafe, isSeries: spent > 0 },
    ...{ showing: 'app', shownAt: now, retryAt: null, retries: 0, healthySince: null },
  };
}

export const countersOf = ({ spent, gpuCrashes }: RecoveryState): Counters => ({ spent, gpuCrashes });

/** @param random from 0 up to 1, for the jitter of retries */
export function decide(before: RecoveryState, event: RecoveryEvent, now: number, random: number): Decision {
  const state = restored(before, now);
  const ignore: Decision = { state, action: 'ignore' };
  switch (event.type) {
    case 'fault':
      return onFault(state, event.fault, now, random);
    case 'gpuGone':
      return onGpuGone(state, now);
    case 'opened':
      return { ...ignore, state: { ...showApp(state, now), retries: 0 } };
    case 'ready':
      if (state.showing !== 'app') return ignore;
      return { ...ignore, state: { ...state, healthySince: state.healthySince ?? now } };
    case 'due':
      return state.retryAt === null ? ignore : reload(state, 0, now);
    case 'wake': {
      // Sleep does not prove health: the minute starts again.
      if (state.healthySince !== null) return { ...ignore, state: { ...state, healthySince: now } };
      if (state.retryAt === null) return ignore;
      const next = reload(state, Math.round(DURATIONS.wakeMs * random), now);
      return { ...next, state: { ...next.state, retries: 0 } };
    }
    case 'retry':
      return reload(state, 0, now);
  }
}

export const isSeries = (state: RecoveryState, now: number): boolean => restored(state, now).isSeries;

function onFault(before: RecoveryState, fault: Fault, now: number, random: number): Decision {
  const ignore: Decision = { state: before, action: 'ignore' };
  const state = { ...before, isSeries: true };
  switch (fault.kind) {
    case 'boot':
    case 'crash':
      if (state.showing !== 'app') return escalate(state, now);
      if (fault.code === 'blank') return show(state, 'page', now);
      // A load would not improve it.
      if (fault.code === 'loop' || fault.code === 'unresponsive') return escalate(state, now);
      return reviveOrEscalate(state, fault, now);
    case 'load':
      if (state.showing !== 'app') return escalate(state, now);
      return isRetried(fault) ? waitForRetry(state, fault, now, random) : show(state, 'page', now);
    case 'http':
    case 'data':
      // The error page is already shown: only the retry is decided here.
      return state.showing === 'app' && isRetried(fault) ? waitForRetry(state, fault, now, random) : ignore;
    case 'main':
      // A working page may hold unsaved work, so it stays.
      if (before.healthySince !== null) return { state: before, action: 'tell' };
      return state.showing === 'app' ? show(before, 'page', now) : ignore;
    case 'script':
      return state.showing === 'app' ? show(before, 'page', now) : ignore;
    case 'hang':
      // The user decides: see watchdog.policy.ts. If the page is killed for it, a crash follows.
      return ignore;
  }
}

/** Loads a page that crashed or never started again while there is budget. */
function reviveOrEscalate(before: RecoveryState, { kind }: Fault, now: number): Decision {
  const state = { ...before, retries: 0 };
  if (state.spent >= (kind === 'boot' ? BUDGET.bootLoads : BUDGET.loads)) return escalate(state, now);
  return reload({ ...state, spent: state.spent + 1 }, BUDGET.deferMs[state.spent] ?? 0, now);
}

/** Takes the next step: a fresh window, or a dialog if that window did not live for a minute either. */
function escalate(state: RecoveryState, now: number): Decision {
  if (state.showing === 'dialog') return { state, action: 'ignore' };
  const isUseless = state.showing === 'freshWindow' && now - state.shownAt < BUDGET.healthyMs;
  return isUseless ? show({ ...state, retryAt: null }, 'dialog', now) : show(state, 'freshWindow', now);
}

function waitForRetry(state: RecoveryState, fault: Fault, now: number, random: number): Decision {
  const { retryMs: firstMs, retryMaxMs: maxMs } = DURATIONS;
  const retries = state.retries + 1;
  const delay = backoffDelay(retries, { firstMs, maxMs }, random);
  const retryAt = now + Math.max(delay, Math.min(fault.retryAfter ?? 0, maxMs));
  return show({ ...state, retryAt, retries }, 'page', now);
}

const reload = (state: RecoveryState, delayMs: number, now: number): Decision => ({
  state: showApp(state, now),
  action: 'show',
  delayMs,
});

const showApp = (state: RecoveryState, now: number): RecoveryState => ({
  ...show(state, 'app', now).state,
  retryAt: null,
});

const show = (state: RecoveryState, showing: RecoveryState['showing'], now: number): Decision => ({
  state: { ...state, showing, shownAt: now, healthySince: null },
  action: 'show',
});

function onGpuGone(state: RecoveryState, now: number): Decision {
  if (state.isSafe) return { state, action: 'ignore' };
  const limit = { times: BUDGET.gpuCrashes, windowMs: BUDGET.gpuWindowMs };
  const { recent, isTooMany } = countInSeries(state.gpuCrashes, now, limit);
  const next = { ...state, gpuCrashes: recent, isSafe: isTooMany };
  return { state: next, action: isTooMany ? 'safeMode' : 'ignore' };
}

/** Restores the budget after a minute of health, no matter when that is noticed. */
function restored(state: RecoveryState, now: number): RecoveryState {
  if (state.healthySince === null || now - state.healthySince < BUDGET.healthyMs) return state;
  return { ...state, spent: 0, retries: 0, isSeries: false };
}
