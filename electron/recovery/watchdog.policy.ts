/**
 * Decides whether the window shows a living page: when to show the window, when to stop waiting for *ready*, whether a
 * ready page has painted anything, and whether it still answers after the computer slept, after the window was hidden,
 * and when it is late. Pure: the caller sends events with the time, carries out the effects, and sends `check` at
 * `checkAt`.
 */
import { DURATIONS } from '../shared/durations.ts';

interface WatchdogState {
  /** Whether the window is visible; until then, when to show it at the latest. */
  shown: boolean;
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
  /** When to look at a ready page. */
  lookAt: number | null;
  /** Deadline for that look, however often the page navigates within itself. */
  lookBy: number | null;
  lookAgainAt: number | null;
  /** Whether a look is under way: at the current address, at any address, or only because time has passed. */
  looking: 'no' | 'here' | 'anywhere' | 'again';
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

/** The state of a new window that is not shown yet. */
export const NOT_SHOWN: WatchdogState = { shown: false, showAt: null, ...NOTHING_AWAITED };

export type WatchdogEvent =
  /** A load of a page that will report `ready` began. */
  | 'load'
  /** Like `load`, in a window that shows nothing. */
  | 'firstLoad'
  /** Like `load`, from a page that stays until the next document arrives; or the user is asked for a password first. */
  | 'leave'
  /** The load's document arrived. */
  | 'commit'
  /** It is a server's: its scripts may be late, or gone. */
  | 'commitOfServer'
  /** The document painted for the first time: its frame, or an error page. */
  | 'painted'
  /** The page's code runs and waits for its data. */
  | 'waiting'
  | 'ready'
  /** A ready page navigated within itself. */
  | 'wentInPage'
  /** The user pressed something in a ready page, or the page lost its content. */
  | 'changed'
  /** The load failed or the process ended: another module handles that. */
  | 'gone'
  /** The computer woke or was unlocked. */
  | 'resume'
  /** The window is visible again: restored, or shown after it was hidden. */
  | 'seen'
  | 'answer'
  /** The picture of the page has one colour. */
  | 'blank'
  /** The time `checkAt` has come. */
  | 'check';

export type WatchdogEffect =
  | 'show'
  /** Show a sign of waiting. */
  | 'cover'
  /** A `load` fault: the document did not arrive. */
  | 'neverCame'
  | 'neverReady'
  /** A `boot` fault: it does not answer either. Its process is killed. */
  | 'neverAnswered'
  | 'noData'
  /** Repaint the window, then ping the page. */
  | 'ping'
  /** The page does not answer: treat it as a hang. */
  | 'noAnswer'
  | 'look'
  /** A `boot` fault: the page reported ready but shows nothing. */
  | 'nothingPainted';

interface WatchdogResult {
  state: WatchdogState;
  effects: readonly WatchdogEffect[];
  /** When to send `check`; null if nothing is pending. */
  checkAt: number | null;
}

/** Handles one event. `now` is in milliseconds, from the same clock for all events. */
export function watch(before: WatchdogState, event: WatchdogEvent, now: number): WatchdogResult {
  const { state, effects } = apply(before, event, now);
  const times = Object.values(state).filter((time) => typeof time === 'number');
  return { state, effects, checkAt: times.length > 0 ? Math.min(...times) : null };
}

type Applied = Pick<WatchdogResult, 'state' | 'effects'>;

function apply(state: WatchdogState, event: WatchdogEvent, now: number): Applied {
  const next = (changes: Partial<WatchdogState>, ...effects: WatchdogEffect[]): Applied => ({
    state: { ...state, ...changes },
    effects,
  });
  switch (event) {
    case 'load':
      return next(loading(state, now));
    case 'firstLoad':
      return next({ ...loading(state, now), commitBy: now + DURATIONS.commitMs });
    case 'leave': {
      const [coverAt, readyBy] = [now + DURATIONS.tellMs, now + DURATIONS.leaveMs];
      return next({ ...loading(state, now), coverAt, readyBy });
    }
    case 'commit':
      return next(committed(state, now));
    case 'commitOfServer':
      return next({ ...committed(state, now), coverAt: now + DURATIONS.showMs });
    case 'painted':
      return shown(state);
    case 'waiting':
      return next({ ...NOTHING_AWAITED, dataBy: now + DURATIONS.dataMs });
    case 'ready':
      // A page that repeats it does not postpone the look.
      if (state.lookAgainAt !== null) return shown(state);
      return shown(lookSoon({ ...state, ...NOTHING_AWAITED, lookAgainAt: now + DURATIONS.lookAgainMs }, now));
    case 'wentInPage': {
      const lookBy = state.lookBy ?? now + LOOK_BY * DURATIONS.lookMs;
      const lookAt = Math.min(now + DURATIONS.lookMs, lookBy);
      return next({ lookAt, lookBy, looking: state.looking === 'anywhere' ? 'anywhere' : 'no' });
    }
    case 'changed':
      // Repeated presses in an empty page do not postpone the look.
      return next({ lookAt: state.lookAt ?? now + DURATIONS.pressedMs });
    case 'gone':
      return next(NOTHING_AWAITED);
    case 'resume':
      // A page could not load while the computer slept, so its time starts again.
      if (state.readyBy !== null) return next({ commitBy: null, readyBy: now + DURATIONS.readyMs });
      return next(
        {
          ...(state.lookAgainAt !== null && lookSoon(state, now)),
          dataBy: state.dataBy && now + DURATIONS.dataMs,
          answerBy: now + DURATIONS.pingMs,
        },
        'ping',
      );
    case 'seen':
      return state.readyBy === null ? apply(state, 'resume', now) : next({});
    case 'answer':
      return next({ answerBy: null, late: null }, ...(state.late ? [state.late] : []));
    case 'blank':
      // The look was at a page that is being left.
      if (state.looking === 'no') return next({});
      // The page may be empty for a moment.
      if (state.looking === 'again') return apply({ ...state, looking: 'no' }, 'changed', now);
      return next({ looking: 'no' }, 'nothingPainted');
    case 'check':
      return overdue(state, now);
  }
}

/** Schedules a look at a page that may just have loaded. */
const lookSoon = (state: WatchdogState, now: number): WatchdogState => ({
  ...state,
  lookAt: state.lookAt ?? now + DURATIONS.lookMs,
});

function loading(state: WatchdogState, now: number): WatchdogState {
  const showAt = state.shown ? null : (state.showAt ?? now + DURATIONS.showMs);
  return { ...state, ...NOTHING_AWAITED, showAt, readyBy: now + DURATIONS.readyMs };
}

/** Only a document that has not come has more time than `readyMs`. */
const committed = (state: WatchdogState, now: number): WatchdogState => ({
  ...state,
  coverAt: null,
  commitBy: null,
  readyBy: state.readyBy && Math.min(state.readyBy, now + DURATIONS.readyMs),
});

/** A check that is this many milliseconds late means that the app was stopped, so the page had no time either. */
const STOPPED_MS = 3_000;

function overdue(before: WatchdogState, now: number): Applied {
  const due = (time: number | null) => time !== null && time <= now;
  const { state, effects } = due(before.showAt) ? shown(before) : { state: before, effects: [] };
  const next = (changes: Partial<WatchdogState>, effect: WatchdogEffect): Applied => ({
    state: { ...state, ...changes },
    effects: [...effects, effect],
  });
  // The page's time is up. If it does not even answer, no other page can replace it.
  const late = (why: NonNullable<WatchdogState['late']>): Applied =>
    next({ readyBy: null, dataBy: null, late: why, answerBy: now + DURATIONS.signMs }, 'ping');
  const isStopped = Object.values(before).some((time) => typeof time === 'number' && time < now - STOPPED_MS);
  if (isStopped) return { state: anew(state, now), effects };
  if (due(state.coverAt)) return next({ coverAt: null }, 'cover');
  if (due(state.commitBy)) return next(NOTHING_AWAITED, 'neverCame');
  if (due(state.readyBy)) return late('neverReady');
  if (due(state.dataBy)) return late('noData');
  if (due(state.answerBy))
    return next({ answerBy: null, late: null }, state.late ? 'neverAnswered' : 'noAnswer');
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

function shown(state: WatchdogState): Applied {
  return { state: { ...state, shown: true, showAt: null }, effects: state.shown ? [] : ['show'] };
}
