/**
 * Decides whether the window shows a living page: when to show the window, when to stop waiting for *ready*, whether a
 * ready page has painted anything, and whether it still answers. Pure: the caller sends events with the time, carries out
 * the effects, and sends `check` at `checkAtOf`.
 */
import { DURATIONS } from '../../shared/limitValues/durations.ts';

/** Milliseconds after Wait until the user is asked again. Electron reports a hang only once. */
const ASK_AGAIN_MS = 30_000;

/** What the user can do about a page that does not respond, in the order of the dialog's buttons. */
export const HANG_CHOICES = ['Wait', 'Reload', 'Quit'] as const;
export type HangChoice = (typeof HANG_CHOICES)[number];

export interface WatchdogState {
  shown: boolean;
  /** When to show the window at the latest. */
  showAt: number | null;
  /** When a sign of waiting comes: over a server's document that has painted nothing, or over the page before it. */
  coverAt: number | null;
  commitBy: number | null;
  /** Deadline for the page to report that it is ready, or waits for its data. */
  readyBy: number | null;
  dataBy: number | null;
  answerBy: number | null;
  /** The problem with a page that answers, if it was pinged because it was late. */
  late: 'neverReady' | 'noData' | null;
  lookAt: number | null;
  /** Deadline for that look, however often the page navigates within itself. */
  lookBy: number | null;
  lookAgainAt: number | null;
  /** Whether a look is under way: at the current address, at any address, or only because time has passed. */
  looking: 'no' | 'here' | 'anywhere' | 'again';
  /** Whether the page hangs, about which the user is asked, or is asked again at a time, after Wait. */
  isHang: boolean;
  askAt: number | null;
}

const NOTHING_AWAITED = {
  coverAt: null,
  commitBy: null,
  readyBy: null,
  dataBy: null,
  answerBy: null,
  late: null,
  lookAt: null,
  lookBy: null,
  lookAgainAt: null,
  looking: 'no',
} as const;

/** Deadline of a look at a page that keeps navigating within itself, in multiples of `DURATIONS.lookMs`. */
const LOOK_BY = 5;

export const NOT_SHOWN: WatchdogState = {
  ...{ shown: false, showAt: null, isHang: false, askAt: null },
  ...NOTHING_AWAITED,
};

export type WatchdogEvent =
  /** A load of a page that will report `ready` began. */
  | 'load'
  /** Like `load`, in a window that shows nothing. */
  | 'firstLoad'
  /** Like `load`, from a page that stays until the next document arrives; or the user is asked for a password first. */
  | 'leave'
  | 'commit'
  /** It is a server's: its scripts may be late, or gone. */
  | 'commitOfServer'
  /** The document painted for the first time: its frame, or an error page. */
  | 'painted'
  | 'waiting'
  | 'ready'
  /** A ready page navigated within itself; lost its content. */
  | 'wentInPage'
  | 'emptied'
  /** The user pressed something in a ready page. */
  | 'changed'
  /** The load failed or the process ended: another module handles that. */
  | 'gone'
  /** The computer woke or was unlocked, or the window is visible again. */
  | 'resume'
  | 'answer'
  | 'unresponsive'
  | 'responsive'
  | HangChoice
  /** The picture of the page has one colour. */
  | 'blank'
  | 'check';

type WatchdogEffect =
  | 'show'
  | 'cover'
  /** A `load` fault: the document did not arrive. */
  | 'neverCame'
  | 'neverReady'
  /** A `boot` fault: it does not answer either. Its process is killed. */
  | 'neverAnswered'
  | 'noData'
  /** Repaint the window, then ping the page. */
  | 'ping'
  /** Sample what the page does, and ask the user about it. */
  | 'askAboutHang'
  /** The hang is over, as the page answers or is gone: report it, and ask no more. */
  | 'endHang'
  /** The same by the user's choice: kill the page's process, which cannot navigate, so that recovery loads it again. */
  | 'killHang'
  /** End the window, which cannot close by itself, and quit. */
  | 'quitHang'
  | 'look'
  /** A `boot` fault: the page reported ready but shows nothing. */
  | 'nothingPainted';

interface Watched {
  state: WatchdogState;
  effects: readonly WatchdogEffect[];
}

/** When to send `check`; null if nothing is pending. */
export const checkAtOf = (state: WatchdogState): number | null => earliest(Object.values(state));

/** The first of these times; null if there is none. */
export function earliest(values: readonly unknown[]): number | null {
  const times = values.filter((time) => typeof time === 'number');
  return times.length > 0 ? Math.min(...times) : null;
}

export function watch(state: WatchdogState, event: WatchdogEvent, now: number): Watched {
  const next = (changes: Partial<WatchdogState>, ...effects: WatchdogEffect[]): Watched => ({
    state: { ...state, ...changes },
    effects,
  });
  switch (event) {
    case 'load':
      return next(loading(state, now));
    case 'firstLoad':
      return next({ ...loading(state, now), commitBy: now + DURATIONS.commitMs });
    case 'leave': {
      const { tellMs, leaveMs } = DURATIONS;
      return next({ ...loading(state, now), coverAt: now + tellMs, readyBy: now + leaveMs });
    }
    case 'commit':
      return over(committed(state, now));
    case 'commitOfServer':
      return over({ ...committed(state, now), coverAt: now + DURATIONS.showMs });
    case 'painted':
      return shown(state);
    case 'waiting':
      return next({ ...NOTHING_AWAITED, dataBy: now + DURATIONS.dataMs });
    case 'ready':
      // A page that repeats it does not postpone the look.
      if (state.lookAgainAt !== null) return shown(state);
      return shown({
        ...{ ...state, ...NOTHING_AWAITED },
        ...{ lookAt: now + DURATIONS.lookMs, lookAgainAt: now + DURATIONS.lookAgainMs },
      });
    case 'wentInPage': {
      const lookBy = state.lookBy ?? now + LOOK_BY * DURATIONS.lookMs;
      const lookAt = Math.min(now + DURATIONS.lookMs, lookBy);
      return next({ lookAt, lookBy, looking: state.looking === 'anywhere' ? 'anywhere' : 'no' });
    }
    case 'changed':
      // Repeated presses in an empty page do not postpone the look.
      return next({ lookAt: state.lookAt ?? now + DURATIONS.pressedMs });
    case 'emptied':
      // The look after a press could come in the moment in which the page waits for its server.
      return next({ lookAt: now + DURATIONS.pressedMs });
    case 'gone':
      return over({ ...state, ...NOTHING_AWAITED });
    case 'resume':
      // A page could not load while the computer slept, so its time starts again.
      if (state.readyBy !== null) return next({ ...anew(state, now), commitBy: null });
      return next(
        {
          ...anew(state, now),
          lookAt: state.lookAgainAt && (state.lookAt ?? now + DURATIONS.lookMs),
          answerBy: now + DURATIONS.pingMs,
        },
        'ping',
      );
    case 'answer':
      return over({ ...state, answerBy: null, late: null }, ...(state.late ? [state.late] : []));
    case 'unresponsive':
      return state.isHang ? next({}) : next({ isHang: true }, 'askAboutHang');
    case 'responsive':
      return over(state);
    case 'Wait':
      return next(state.isHang ? { askAt: now + ASK_AGAIN_MS } : {});
    case 'Reload':
    case 'Quit':
      return state.isHang ? next({ isHang: false }, event === 'Quit' ? 'quitHang' : 'killHang') : next({});
    case 'blank':
      // The look was at a page that is being left.
      if (state.looking === 'no') return next({});
      // The page may be empty for a moment.
      if (state.looking === 'again') return watch({ ...state, looking: 'no' }, 'changed', now);
      return next({ looking: 'no' }, 'nothingPainted');
    case 'check':
      return overdue(state, now);
  }
}

/** After Wait the page may have been sampled on, so its hang also ends then. */
const over = (state: WatchdogState, ...effects: WatchdogEffect[]): Watched => ({
  state: { ...state, isHang: false, askAt: null },
  effects: state.isHang ? ['endHang', ...effects] : effects,
});

function loading(state: WatchdogState, now: number): WatchdogState {
  const showAt = state.shown ? null : (state.showAt ?? now + DURATIONS.showMs);
  return { ...state, ...NOTHING_AWAITED, showAt, readyBy: now + DURATIONS.readyMs };
}

/** Only a document that has not come has more time than `readyMs`. */
function committed(state: WatchdogState, now: number): WatchdogState {
  const readyBy = state.readyBy && Math.min(state.readyBy, now + DURATIONS.readyMs);
  return { ...state, coverAt: null, commitBy: null, readyBy };
}

/** A check that is this many milliseconds late means that the app was stopped, so the page had no time either. */
const STOPPED_MS = 3_000;

function overdue(before: WatchdogState, now: number): Watched {
  const due = (time: number | null) => time !== null && time <= now;
  const { state, effects } = due(before.showAt) ? shown(before) : { state: before, effects: [] };
  const next = (changes: Partial<WatchdogState>, effect: WatchdogEffect): Watched => ({
    state: { ...state, ...changes },
    effects: [...effects, effect],
  });
  // The page's time is up. If it does not even answer, no other page can replace it.
  const late = (why: NonNullable<WatchdogState['late']>): Watched =>
    next({ readyBy: null, dataBy: null, late: why, answerBy: now + DURATIONS.signMs }, 'ping');
  if (due(state.askAt)) return next({ askAt: null }, 'askAboutHang');
  const isStopped = Object.values(before).some((time) => typeof time === 'number' && time < now - STOPPED_MS);
  if (isStopped) return { state: anew(state, now), effects };
  if (due(state.coverAt)) return next({ coverAt: null }, 'cover');
  if (due(state.commitBy)) return next(NOTHING_AWAITED, 'neverCame');
  if (due(state.readyBy)) return late('neverReady');
  if (due(state.dataBy)) return late('noData');
  if (due(state.answerBy)) {
    const unanswered = { ...state, answerBy: null, late: null };
    const then = state.late
      ? { state: unanswered, effects: ['neverAnswered' as const] }
      : watch(unanswered, 'unresponsive', now);
    return { ...then, effects: [...effects, ...then.effects] };
  }
  if (due(state.lookAt)) {
    const looking = state.lookAt === state.lookBy ? 'anywhere' : 'here';
    return next({ lookAt: null, lookBy: null, looking }, 'look');
  }
  if (due(state.lookAgainAt))
    return next({ lookAgainAt: now + DURATIONS.lookAgainMs, looking: 'again' }, 'look');
  return { state, effects };
}

/** How long to wait for each; a look has no deadline of its own. */
const AWAITED = {
  coverAt: 'showMs',
  commitBy: 'commitMs',
  readyBy: 'readyMs',
  dataBy: 'dataMs',
  answerBy: 'pingMs',
  lookAt: 'lookMs',
  lookAgainAt: 'lookAgainMs',
} as const satisfies Partial<Record<keyof WatchdogState, keyof typeof DURATIONS>>;

/** Gives everything that is awaited its full time again. */
function anew(state: WatchdogState, now: number): WatchdogState {
  const next = { ...state, lookBy: null };
  for (const [name, duration] of Object.entries(AWAITED) as [keyof typeof AWAITED, keyof typeof DURATIONS][])
    next[name] &&= Math.max(next[name], now + DURATIONS[duration]);
  return next;
}

const shown = (state: WatchdogState): Watched => ({
  state: { ...state, shown: true, showAt: null },
  effects: state.shown ? [] : ['show'],
});
