/** What each event makes of the state of a window, and what is to be done then. Pure: it gets the clock and the chance. */

import type { Fault } from '../../shared/fault.ts';
import { BUDGET } from '../recovery/budget.policy.ts';
import { checkAtOf, earliest } from '../recovery/watchdog.policy.ts';
import {
  type Chance,
  isAlive,
  isThere,
  openWindow,
  recover,
  setFault,
  type Turn,
  type View,
  type WindowState,
  watchFor,
} from './state.policy.ts';
import { onNoReason, onView, type ViewEvent } from './view.policy.ts';

export type WindowEvent =
  | ViewEvent
  /** `isPopUp`: a page opens the window, and loads it. */
  | { type: 'open'; isPopUp: boolean }
  /** The window is there: it shows the app's page, or an earlier fault. */
  | { type: 'begin' }
  /** Somebody wants the window in front, on this page if one is given. */
  | { type: 'focus'; path?: string | undefined }
  /** The user asks for the page, a failed one or as in a browser, or for another one that it led to. */
  | { type: 'retry'; path?: string | undefined }
  | { type: 'signInAt'; address: string }
  | { type: 'steps' }
  /** Something failed, and is reported. */
  | { type: 'fault'; fault: Fault }
  /** The page shows a fault that it found, or another one than main's. */
  | { type: 'shows'; fault: Fault }
  | { type: 'cleared'; id: string }
  /** The fault's report has an id now. */
  | { type: 'learned'; fault: Fault }
  | { type: 'answers'; fault: Fault }
  | { type: 'gpuGone' }
  /** The network is back, or the computer woke. */
  | { type: 'wake' }
  | { type: 'check' };

/** Returns `checkAt`, too: when to send `check`; null if nothing is awaited. */
export function reduce(before: WindowState, event: WindowEvent, chance: Chance) {
  const turn: Turn = { state: structuredClone(before), effects: [], ...chance };
  decide(turn, event);
  const { state, effects } = turn;
  return { state, effects, checkAt: checkAtIn(state, chance.now) };
}

function decide(turn: Turn, event: WindowEvent): void {
  const { state, effects } = turn;
  const { view } = state;
  switch (event.type) {
    case 'open':
      openWindow(turn, 'app', event.isPopUp);
      state.isOpened = event.isPopUp;
      return;
    case 'begin':
      state.isOpened = true;
      return state.fault ? recover(turn, { type: 'fault', fault: state.fault }) : load(turn);
    case 'focus':
      // The link that started the app may arrive before the window opens.
      if (!state.isOpened) state.path = event.path ?? state.path;
      else {
        if (!view) openWindow(turn);
        const path = event.path ?? (view ? undefined : '/');
        if (path !== undefined) go(turn, path);
        else if (!isAlive(state)) retry(turn);
        // Behind a dialog the window is blank.
        if (!state.view?.isLeft) effects.push({ do: 'focus' });
      }
      return;
    case 'retry':
      if (!view) return;
      if (event.path !== undefined && state.recovery.showing === 'app') return go(turn, event.path);
      state.path = event.path ?? state.path;
      return retry(turn);
    case 'steps':
      // What fails from here on is nobody's page any more.
      state.due = undefined;
      if (view?.load) Object.assign(view, { replaced: view.load.address, load: undefined });
      return;
    case 'signInAt':
      if (view) effects.push({ do: 'goTo', address: event.address });
      return;
    case 'fault':
      if (state.isOpened) recover(turn, event);
      // Only the first one is shown.
      else Object.assign(state, { fault: state.fault ?? event.fault, isEarly: true });
      return;
    case 'shows':
      return shows(turn, event.fault);
    case 'cleared':
      if (state.fault?.id !== event.id) return;
      setFault(turn);
      if (state.recovery.showing !== 'app')
        for (const type of ['opened', 'ready'] as const) recover(turn, { type });
      return;
    case 'learned':
      if (state.fault?.id === event.fault.id) state.fault = event.fault;
      effects.push({ do: 'tellFault' });
      return;
    case 'answers':
      state.answered = event.fault;
      return;
    case 'gpuGone':
    case 'wake':
      return recover(turn, event);
    case 'check':
      return check(turn);
    default:
      if (view && !view.isLeft) onView(turn, view, event);
  }
}

function shows(turn: Turn, fault: Fault): void {
  const { state, effects } = turn;
  // If main shows a fault instead of the page, the page's own is only reported.
  const isShown = state.recovery.showing === 'app';
  if (isShown) setFault(turn, fault);
  state.isOnPage = isShown;
  // An exception in the page needs no retry.
  if (isShown && fault.kind !== 'script') recover(turn, { type: 'fault', fault });
  effects.push({ do: 'tellFault' });
}

function retry(turn: Turn): void {
  const { state, effects } = turn;
  if (state.isEarly) effects.push({ do: 'restart' });
  else if (state.recovery.showing !== 'app' || !isAlive(state)) recover(turn, { type: 'retry' });
  // A reload would submit a failed form again.
  else if (state.isOnPage && state.fault?.id === state.answered?.id) go(turn, state.path);
  else effects.push({ do: 'reload' });
}

function go(turn: Turn, path: string): void {
  const { state } = turn;
  state.path = path;
  // Nobody sees the failed page any more.
  if (state.recovery.showing === 'page' && !isAlive(state)) state.due = undefined;
  viewForApp(turn);
  turn.effects.push({ do: 'load', path, isOrdered: false, isRepeat: false });
}

/** Makes sure of a window that runs script and is watched. */
function viewForApp(turn: Turn): void {
  const { view } = turn.state;
  if (!view || view.kind === 'plain') openWindow(turn);
}

function load(turn: Turn, isUsers = false): void {
  const { state, effects } = turn;
  setFault(turn);
  viewForApp(turn);
  effects.push({ do: 'load', path: state.path, isOrdered: true, isRepeat: !isUsers });
}

function loadFault({ state, effects }: Turn): void {
  state.isOnPage = true;
  effects.push({ do: 'loadFault', script: state.view?.kind === 'app' });
}

/** Does what recovery decided in an earlier event. */
function carryOut(turn: Turn, view: View, isUsers: boolean): void {
  const { state, effects } = turn;
  switch (state.recovery.showing) {
    case 'app':
      return load(turn, isUsers);
    case 'page':
      if (state.isOnPage && isAlive(state)) {
        effects.push({ do: 'tellFault' });
        return;
      }
      // Another window has its own process.
      if (view.isStuck) openWindow(turn);
      return loadFault(turn);
    case 'freshWindow':
      // It may be there, with another time for the next try.
      if (view.kind === 'app' || !isThere(view)) openWindow(turn, 'plain');
      return loadFault(turn);
    case 'dialog':
      if (!state.fault || view.isLeft) return;
      // Its watchdog would show it again.
      view.isLeft = true;
      effects.push({ do: 'dialog', fault: state.fault });
  }
}

function check(turn: Turn): void {
  const { state, now } = turn;
  const isDue = (at: number | null | undefined) => typeof at === 'number' && at <= now;
  const { view, due } = state;
  if (view && !view.isLeft) {
    if (isDue(checkAtOf(view.watch))) watchFor(turn, view, 'check');
    if (isDue(view.load?.reasonBy)) onNoReason(turn, view);
  }
  if (due && isDue(due.at)) {
    state.due = undefined;
    // Only the user reopens a window that was closed meanwhile.
    if (state.view) carryOut(turn, state.view, due.isUsers);
  } else if (isDue(retryAtOf(state)) || isDue(healthyAt(state))) recover(turn, { type: 'due' });
}

/** A try would take the place of a load that somebody began, such as Back. */
const retryAtOf = ({ view, recovery }: WindowState): number | null =>
  view?.load && !view.load.isOrdered ? null : recovery.retryAt;

const healthyAt = ({ recovery: { healthySince } }: WindowState): number | null =>
  healthySince === null ? null : healthySince + BUDGET.healthyMs;

function checkAtIn(state: WindowState, now: number): number | null {
  const { view, due } = state;
  const healthy = healthyAt(state);
  const ofView = view && !view.isLeft ? [checkAtOf(view.watch), view.load?.reasonBy] : [];
  return earliest([due?.at, retryAtOf(state), healthy !== null && healthy > now ? healthy : null, ...ofView]);
}
