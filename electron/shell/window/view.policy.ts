/** What each event of one window, of its page and of the page's loads makes of the state. Pure. */

import { bootFault, type Fault, loadFault } from '../../shared/fault.ts';
import { DURATIONS } from '../../shared/limitValues/durations.ts';
import { isFaultPage } from '../protocol/faultPage.ts';
import { countInSeries, LOADS_IN_LOOP } from '../recovery/budget.policy.ts';
import { pathOf, redirectRefused } from '../recovery/faults.ts';
import type { HangChoice } from '../recovery/watchdog.policy.ts';
import {
  arrived,
  canStay,
  isServers,
  isThere,
  lose,
  openWindow,
  ownerIn,
  type Place,
  recover,
  setFault,
  settle,
  type Turn,
  urlIn,
  type View,
  watchFor,
} from './state.policy.ts';

/** Electron reports why a load was stopped, if at all, within this many milliseconds. */
const REASON_MS = 250;

export type ViewEvent =
  /** Main loads this address next. `order`: recovery does. */
  | { type: 'loads'; address: string; order?: View['order'] }
  | { type: 'orderOver'; id: number }
  /** A load began. `isOwn`: by the page itself; `pressedMs`: so long after the last key press or click in it. */
  | ({ type: 'started'; isOwn: boolean; pressedMs: number } & Place)
  | ({ type: 'redirected' } & Place)
  | { type: 'redirectRefused'; to: string; isUnseen: boolean }
  /** Its document arrived. `status`: -1 if there is none; `fault`: what that makes of it. */
  | ({ type: 'committed'; status: number; fault: Fault | undefined; retryAfter: number | undefined } & Place)
  | { type: 'wentInPage'; address: string }
  | ({ type: 'failed'; fault: Fault } & Place)
  /** It was stopped or prevented, or has ended; it has loaded all of the document. */
  | { type: 'stopped' | 'loaded' }
  /** What a look at a server's document says: see `lookAtAnswer`. */
  | { type: 'judged'; at: number; verdict: Fault | 'mute' | undefined; retryAfter: number | undefined }
  | { type: 'processGone'; fault: Fault }
  | { type: 'preloadFailed'; fault: Fault; error: unknown }
  /** The user is asked for a password or a certificate. */
  | { type: 'asksUser' }
  /** The page keeps its user, who was asked or will be. */
  | { type: 'stays'; address: string }
  /** The page may have become empty; what it says; what is seen of it. See watchdog.policy.ts. */
  | { type: 'changed' | 'emptied' | 'ready' | 'waiting' | 'painted' }
  | { type: 'answer' | 'blank' | 'unresponsive' | 'responsive' }
  | { type: 'resume' | HangChoice }
  /** `isUsers`: not by the page; `isKept`: the app keeps a window. */
  | { type: 'closed'; isUsers: boolean; isKept: boolean };

export function onView(turn: Turn, view: View, event: ViewEvent): void {
  const { state, effects, now, at } = turn;
  const { load } = view;
  switch (event.type) {
    case 'loads': {
      // A fault's page after the app's page failed is not a first load: it gets more time.
      const isFirst = !isThere(view) && !isFaultPage(pathOf(event.address));
      watchFor(turn, view, isFirst ? 'firstLoad' : 'load');
      view.order = event.order;
      return;
    }
    case 'orderOver':
      if (view.order?.id === event.id) view.order = undefined;
      return;
    case 'started': {
      const { address, owner, isOwn, pressedMs } = event;
      const isOrdered = view.order !== undefined;
      const isUnasked = isOwn && now - pressedMs <= view.startedAt;
      view.load = { address, owner, isOrdered, isUnasked };
      Object.assign(view, { startedAt: now, order: undefined, replaced: load?.address });
      if (!isOrdered) watchFor(turn, view, canStay(view) ? 'leave' : 'load');
      return;
    }
    case 'redirected':
      if (load) Object.assign(load, { address: event.address, owner: event.owner });
      return;
    case 'redirectRefused':
      if (load) load.refused = { to: event.to, isUnseen: event.isUnseen };
      return;
    case 'committed':
      settle(turn, view);
      view.page = 'loading';
      committed(turn, view, event);
      if (load?.isUnasked) count(turn, view);
      return;
    case 'wentInPage':
      arrived(turn, { address: event.address, owner: view.owner });
      if (view.page === 'ready' && !load) watchFor(turn, view, 'wentInPage');
      return;
    case 'failed': {
      // Electron may report a failed load when the next is already under way, or there.
      const ofOther = load ? load.address !== event.address : view.replaced === event.address;
      if (ofOther) return;
      // Back led to the answer of a form, which is not sent again: the page at its address comes.
      if (event.owner === 'server' && event.fault.code === 'ERR_CACHE_MISS' && !load?.isOrdered) {
        effects.push({ do: 'goTo', address: event.address });
        return;
      }
      const url = urlIn(turn, event);
      // The page that somebody wanted is the one to come back.
      if (event.owner === 'server') arrived(turn, event);
      return lose(turn, view, { ...event.fault, url });
    }
    case 'stopped':
      return stopped(turn, view);
    case 'loaded':
      if (view.isFault) effects.push({ do: 'uncover', ifSmall: false }, { do: 'painted' });
      if (view.answer) effects.push({ do: 'judge', answer: view.answer });
      if (view.kind === 'plain') watchFor(turn, view, 'ready');
      // It says nothing itself, and may be empty too.
      else if (view.isFault && !load) watchFor(turn, view, 'wentInPage');
      return;
    case 'judged': {
      const { at, verdict, retryAfter } = event;
      const { answer } = view;
      // Its process may be gone, or it may lead elsewhere at once, by a header.
      if (answer?.at !== at || view.page === 'none' || load) return;
      view.answer = undefined;
      // A page that cannot say so itself: of a sign-in, which has no bridge, or one that runs no script.
      if (verdict === 'mute' || (!verdict && answer.owner === 'guest')) says(turn, view, 'ready');
      else if (verdict) lose(turn, view, { ...verdict, retryAfter });
      return;
    }
    case 'processGone': {
      const { endedFor } = view;
      const isExpected = endedFor === 'reported';
      // Only its opener could make it again.
      if (view.isPopUp && ownerIn(view) === undefined) effects.push({ do: 'destroy' });
      else {
        Object.assign(view, { endedFor: undefined, order: undefined });
        lose(turn, view, isExpected ? event.fault : (endedFor ?? event.fault), isExpected);
      }
      return;
    }
    case 'preloadFailed':
      return lose(turn, view, event.fault, false, event.error);
    case 'asksUser':
      if (load) watchFor(turn, view, 'leave');
      return;
    case 'stays':
      // The watchdog stops waiting for the prevented load.
      if (!load && (view.page === 'ready' || view.page === 'waiting')) watchFor(turn, view, view.page);
      return arrived(turn, { address: event.address, owner: view.owner });
    case 'ready':
    case 'waiting':
      return says(turn, view, event.type);
    case 'changed':
    case 'emptied':
      if (view.page === 'ready' && !load) watchFor(turn, view, event.type);
      return;
    case 'resume':
      if (view.kind === 'app' && isThere(view)) watchFor(turn, view, event.type);
      return;
    case 'closed': {
      const url = state.path;
      state.view = undefined;
      effects.push({ do: 'closed' });
      if (event.isUsers || view.endedFor || !isServers(view.owner) || !event.isKept) return;
      openWindow(turn);
      const fault = bootFault(url, at, 'the page closed the window');
      effects.push({ do: 'fail', fault, isExpected: false });
      return;
    }
    default:
      watchFor(turn, view, event.type);
  }
}

function committed(turn: Turn, view: View, event: Extract<ViewEvent, { type: 'committed' }>): void {
  const { state, effects, now, at } = turn;
  const { address, owner, status } = event;
  effects.push({ do: 'uncover', ifSmall: true });
  // Its opener fills an empty document, or made the file that it shows.
  if (view.isPopUp && owner === undefined) {
    Object.assign(view, { owner, page: 'ready' });
    return watchFor(turn, view, 'gone');
  }
  // The page navigated to an empty document, which no listener can prevent (electron/electron#21136).
  if (address.startsWith('about:'))
    return lose(turn, view, bootFault(urlIn(turn), at, 'the page navigated to an empty document'));
  view.owner = owner;
  watchFor(turn, view, owner === 'server' ? 'commitOfServer' : 'commit');
  // Once it has loaded: a page about an error is shown, as in a browser.
  view.answer = isServers(owner) ? { owner, url: urlIn(turn, event), status, at: now } : undefined;
  // Only main loads it; a server may have a page at such a path.
  view.isFault = owner === 'shell' && isFaultPage(pathOf(address));
  // A dev server's page shows its own error.
  const fault = owner === 'dev' || view.answer ? undefined : event.fault;
  // It runs no script, so it never says ready.
  if (view.isFault || fault) watchFor(turn, view, 'gone');
  arrived(turn, event);
  if (view.isFault || !fault) return;
  const { answered } = state;
  // The protocol's own answer shows the fault; another server's page may be blank.
  view.isFault = answered?.url === fault.url && answered.code === fault.code;
  const known = view.isFault && answered;
  if (known) {
    setFault(turn, known);
    state.isOnPage = true;
  } else view.page = 'none';
  const other = { ...fault, retryable: true, retryAfter: event.retryAfter };
  effects.push({ do: 'fail', fault: known || other, isExpected: false });
}

function count(turn: Turn, view: View): void {
  const limit = { times: LOADS_IN_LOOP, windowMs: DURATIONS.loopMs };
  const { recent, isTooMany } = countInSeries(view.unasked, turn.now, limit);
  view.unasked = recent;
  const why = `${limit.times} loads within ${limit.windowMs} ms`;
  if (isTooMany) lose(turn, view, bootFault(urlIn(turn), turn.at, why, 'loop'));
}

/** A load was stopped or prevented: what was there before it stays. */
function stopped(turn: Turn, view: View): void {
  const { load } = view;
  if (!load) return;
  // The event for an ended process comes a moment later; never if the process ended while a page was loading.
  if (view.page === 'none' || load.refused?.isUnseen) load.reasonBy = turn.now + REASON_MS;
  else {
    view.load = undefined;
    if (view.page === 'loading') return;
    turn.effects.push({ do: 'uncover', ifSmall: false });
    watchFor(turn, view, view.page);
  }
}

export function onNoReason(turn: Turn, view: View): void {
  const { refused } = view.load ?? {};
  const url = urlIn(turn);
  if (view.load) delete view.load.reasonBy;
  if (refused) return lose(turn, view, redirectRefused(refused.to, url));
  // As in a browser: the answer had no document.
  if (view.isPopUp) turn.effects.push({ do: 'destroy' });
  else lose(turn, view, loadFault('ERR_ABORTED', url, turn.at, 'the load ended without a document'));
}

/** The page says ready, or that it waits for its data. While another page loads, this one is being left. */
function says(turn: Turn, view: View, page: 'ready' | 'waiting'): void {
  const { state, effects } = turn;
  const isReady = page === 'ready';
  if (isReady) effects.push({ do: 'uncover', ifSmall: false });
  // Otherwise it is late: the page is already ready.
  if (isReady || view.page === 'loading') {
    view.page = page;
    if (!view.load) watchFor(turn, view, page);
  }
  if (isReady) {
    if (view.load) return;
    effects.push({ do: 'painted' });
    if (state.recovery.healthySince === null) recover(turn, { type: 'ready' });
  }
  effects.push({ do: 'tellFault' });
}
