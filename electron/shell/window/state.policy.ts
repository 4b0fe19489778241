/**
 * The one state of what a window of the app shows, the app's own or one that a page opened. reduce.policy.ts says what each
 * event makes of it, appWindow.ts carries out the effects. Pure.
 */
import type { PageOwner } from '../../common/origins.ts';
import { bootFault, type Fault, loadFault } from '../../shared/fault.ts';
import { DURATIONS } from '../../shared/limitValues/durations.ts';
import { isFaultPage } from '../protocol/faultPage.ts';
import { type Counters, NO_FAULTS } from '../recovery/budget.policy.ts';
import { pathOf, placeOf } from '../recovery/faults.ts';
import {
  countersOf,
  decide,
  type RecoveryEvent,
  type RecoveryState,
  stateAtStart,
} from '../recovery/recovery.policy.ts';
import { NOT_SHOWN, type WatchdogEvent, type WatchdogState, watch } from '../recovery/watchdog.policy.ts';
import type { WindowKind } from './createWindow.ts';

export interface Place {
  address: string;
  owner: PageOwner | undefined;
}

/** `none`: there is no usable document. `loading`: it has said nothing so far. `waiting`: it waits for its data. */
type Page = 'none' | 'loading' | 'waiting' | 'ready';

/** A load without a result so far. */
interface Load extends Place {
  /** Whether recovery knows about it. */
  isOrdered: boolean;
  /** Whether the page itself started it without a key press or click since the previous one. */
  isUnasked: boolean;
  /** The address to which its server led, if that is not shown in the window; and whether it is shown nowhere. */
  refused?: { to: string; isUnseen: boolean };
  /** It was stopped: the reason comes by then, if at all. */
  reasonBy?: number;
}

/** A server's document, which is judged once it has loaded. `at`: when it came, which tells it from another. */
interface ServerAnswer {
  owner: 'server' | 'guest';
  url: string;
  status: number;
  at: number;
}

/** What one window shows: another one that replaces it begins anew. */
export interface View {
  kind: WindowKind;
  /** Whether a page opened it, and may reach it. */
  isPopUp: boolean;
  /** A dialog stands for it: its events no longer matter. */
  isLeft: boolean;
  page: Page;
  owner: PageOwner | undefined;
  /** Whether it is a document of a fault, in which no code of the app runs. */
  isFault: boolean;
  answer: ServerAnswer | undefined;
  load: Load | undefined;
  /** The address of a load that the newest one replaced: Electron may report later that it failed. */
  replaced: string | undefined;
  /** The next load is recovery's. `isRepeat`: and nobody asked for it. */
  order: { id: number; isRepeat: boolean } | undefined;
  startedAt: number;
  /** When documents arrived that nobody had asked for. */
  unasked: readonly number[];
  /** Nothing came of a load: the process may not run at all. */
  isStuck: boolean;
  watch: WatchdogState;
  /** For which its process, or the window, is ended; `reported`: for a hang, which is reported already. */
  endedFor: Fault | 'reported' | undefined;
}

export interface WindowState {
  /** The path, query and fragment of the app's page. */
  path: string;
  /** A fault from before that is shown once the window opens. */
  isOpened: boolean;
  /** Undefined while no window is open. */
  view: View | undefined;
  /** The fault that the window shows, or will show. */
  fault: Fault | undefined;
  /** Whether the page shows it. */
  isOnPage: boolean;
  /** Whether it is from before there was a window: then trying again means restarting. */
  isEarly: boolean;
  /** The newest fault that the protocol answered a page with. */
  answered: Fault | undefined;
  recovery: RecoveryState;
  /** When recovery does what it decided, never inside the event that caused it; whether the user asked for that. */
  due: { at: number; isUsers: boolean } | undefined;
}

export function stateOf(path: string, isSafe: boolean, now: number, counters = NO_FAULTS): WindowState {
  return {
    ...{ path, isOpened: false, view: undefined, due: undefined, answered: undefined },
    ...{ fault: undefined, isOnPage: false, isEarly: false },
    recovery: stateAtStart(counters, isSafe, now),
  };
}

/** Whether the window shows a page of the app that runs, as far as is known. */
export const isAlive = ({ view }: WindowState): boolean => view?.kind === 'app' && isThere(view);

/** Whether nothing in the window can be lost: it shows an error page, or nothing. */
export const isLost = ({ view, fault }: WindowState): boolean =>
  !view || view.isLeft || view.kind === 'plain' || view.page === 'none' || fault !== undefined;

/** Whether a page is there, or on its way. */
export const isThere = ({ page, load }: View): boolean => page !== 'none' || load !== undefined;

/** Whether a page is still there while another loads. */
export const canStay = ({ page }: View): boolean => page === 'ready' || page === 'waiting';

/** Whether it is a page of a server, which main knows only by looking. */
export const isServers = (owner: PageOwner | undefined): owner is 'server' | 'guest' =>
  owner === 'server' || owner === 'guest';

export const ownerIn = ({ load, owner }: View): PageOwner | undefined => (load ? load.owner : owner);

/** What happens in the window that is there. See also watchdog.policy.ts. */
export type LiveEffect =
  /** Load a path of the app once the page before it may be left. `isOrdered`: recovery does; `isRepeat`: by itself. */
  | { do: 'load'; path: string; isOrdered: boolean; isRepeat: boolean }
  /** The same with the page of a sign-in; with a document of the fault, which may run its script, or not. */
  | { do: 'goTo'; address: string }
  | { do: 'loadFault'; script: boolean }
  /** `kill`: the page's process; `destroy`: the window. */
  | { do: 'reload' | 'focus' | 'kill' | 'destroy' | 'ping' | 'look' }
  | { do: 'show' | 'askAboutHang' | 'endHang' | 'quitHang' }
  /** Show a sign of waiting. `isSmall`: a page is still there. */
  | { do: 'cover'; isSmall: boolean }
  | { do: 'uncover'; ifSmall: boolean }
  | { do: 'judge'; answer: ServerAnswer };

/** What an event makes happen, in this order. */
export type Effect =
  | LiveEffect
  /** Open a window in place of the one before it. */
  | { do: 'open'; kind: WindowKind; isPopUp: boolean }
  /** The window was closed; the start has painted something; tell the page what main does about the fault it shows. */
  | { do: 'closed' | 'painted' | 'tellFault' }
  /** Show the fault in a native dialog in place of the window, or over it. */
  | { do: 'dialog' | 'tell'; fault: Fault }
  /** Restart for a fault from before the window; make the next start a safe one, as Chromium may end the app any moment. */
  | { do: 'restart' | 'startSafe' }
  | { do: 'keep'; counters: Counters }
  /** Report it, and say `fault` with its report's id. `isExpected`: it ended on purpose, and is reported. */
  | { do: 'fail'; fault: Fault; error?: unknown; isExpected: boolean };

export interface Chance {
  /** `steadyTime`, and the wall clock's, for faults. */
  now: number;
  at: number;
  /** From 0 up to 1, for the jitter of retries. */
  random: number;
  /** Turns the path of the app's page to the path that a fault names. */
  urlOf(path: string): string;
}

/** One event on its way: a draft of the next state. */
export interface Turn extends Chance {
  state: WindowState;
  effects: Effect[];
}

export function openWindow(turn: Turn, kind: WindowKind = 'app', isPopUp = false): void {
  const view: View = {
    ...{ kind, isPopUp, isLeft: false, page: 'none', owner: undefined, isFault: false, answer: undefined },
    ...{ load: undefined, replaced: undefined, order: undefined, startedAt: 0, unasked: [], isStuck: false },
    ...{ watch: NOT_SHOWN, endedFor: undefined },
  };
  turn.state.view = view;
  turn.effects.push({ do: 'open', kind, isPopUp });
  // It may stay empty, for its opener to fill: it is shown, and nothing else is awaited.
  if (isPopUp) for (const event of ['load', 'gone'] as const) watchFor(turn, view, event);
}

/** The path that a fault of the page at this place names; without one, of the app's page. */
export function urlIn({ state, urlOf }: Turn, place?: Place): string {
  const at = place && place.owner !== 'guest' ? pathOf(place.address) : undefined;
  return at === undefined || isFaultPage(at) ? urlOf(state.path) : at;
}

/** The window is at this address now. A sign-in and a fault's page stand for the page before them. */
export function arrived({ state }: Turn, { address, owner }: Place): void {
  const place = placeOf(address);
  if (!isFaultPage(place) && owner !== 'guest') state.path = place;
}

/** Sets the fault that replaces the app's page, which may have found it itself, or none. */
export function setFault({ state }: Turn, fault?: Fault): void {
  const isKnown = fault && state.fault?.id === fault.id;
  if (!isKnown) Object.assign(state, { fault, isOnPage: false, isEarly: false });
}

/** Does what recovery.policy.ts decides about an event, or will do. */
export function recover(turn: Turn, event: RecoveryEvent): void {
  const { state, effects, now, random } = turn;
  const before = countersOf(state.recovery);
  const { state: after, action, delayMs = 0 } = decide(state.recovery, event, now, random);
  const fault = event.type === 'fault' ? event.fault : undefined;
  state.recovery = after;
  // The user has opened another page meanwhile.
  if (event.type === 'opened') state.due = undefined;
  const counters = countersOf(after);
  if (JSON.stringify(counters) !== JSON.stringify(before)) effects.push({ do: 'keep', counters });
  if (action === 'ignore') return;
  if (after.showing !== 'app' && fault) setFault(turn, fault);
  if (action === 'tell' && fault) effects.push({ do: 'tell', fault });
  else if (action === 'safeMode') effects.push({ do: 'startSafe' });
  else state.due = { at: now + delayMs, isUsers: event.type === 'retry' };
}

/** A load has a result: what recovery did not order was the user's, or the page's own. */
export function settle(turn: Turn, view: View): void {
  const { load } = view;
  view.load = undefined;
  if (!load || load.isOrdered) return;
  setFault(turn);
  recover(turn, { type: 'opened' });
}

/** The page is lost, or will not load. */
export function lose(turn: Turn, view: View, fault: Fault, isExpected = false, error?: unknown): void {
  settle(turn, view);
  view.page = 'none';
  turn.effects.push({ do: 'uncover', ifSmall: true });
  watchFor(turn, view, 'gone');
  turn.effects.push({ do: 'fail', fault, error, isExpected });
}

/** Does what watchdog.policy.ts decides about an event. */
export function watchFor(turn: Turn, view: View, event: WatchdogEvent): void {
  const { effects, at } = turn;
  const { commitMs, readyMs, dataMs, signMs } = DURATIONS;
  const result = watch(view.watch, event, turn.now);
  view.watch = result.state;
  const boot = (why: string, code?: 'blank' | 'unresponsive') => bootFault(urlIn(turn), at, why, code);
  const timedOut = (why: string) => lose(turn, view, loadFault('ERR_TIMED_OUT', urlIn(turn), at, why));
  for (const effect of result.effects)
    switch (effect) {
      case 'show':
        // It is late. A dev server's own page says that it compiles; a build's is on disk.
        if (event === 'check' && ownerIn(view) === 'server') effects.push({ do: 'cover', isSmall: false });
        effects.push({ do: 'show' });
        break;
      case 'cover':
        effects.push({ do: 'cover', isSmall: canStay(view) });
        break;
      case 'neverCame':
        view.isStuck = true;
        timedOut(`no document ${commitMs} ms after the load began`);
        break;
      case 'neverReady':
        if (view.load) {
          // A server that does not answer at all: its page may come later.
          arrived(turn, view.load);
          timedOut('no answer came');
        } else lose(turn, view, boot(`not ready ${readyMs} ms after the load began`));
        break;
      case 'noData':
        timedOut(`no data ${dataMs} ms after the page's code came`);
        break;
      case 'nothingPainted':
        lose(turn, view, boot('nothing visible', 'blank'));
        break;
      case 'neverAnswered':
        view.endedFor = boot(`not ready, and no answer in ${signMs} ms`, 'unresponsive');
        effects.push({ do: 'kill' });
        break;
      case 'killHang':
      case 'quitHang':
        view.endedFor = 'reported';
        effects.push({ do: effect === 'killHang' ? 'kill' : effect });
        break;
      default:
        effects.push({ do: effect });
    }
}
