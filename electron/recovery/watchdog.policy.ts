/**
 * Whether the window shows a living page: when to show it, when to stop waiting for *ready*, whether a page that is
 * ready has painted anything, and whether it still answers: after the computer slept, after the window was hidden, and
 * when it is not ready in time. Pure: the caller sends events with the time, carries out the effects, and sends `check` at
 * `checkAt`.
 */
import { DURATIONS } from '../shared/durations.ts';

interface WatchdogState {
  /** Whether the window is shown; until then, when to show it at the latest. */
  shown: boolean;
  showAt: number | null;
  /** When the document must have come. */
  commitBy: number | null;
  /** When the page must have said that it is ready, or waits for its data. */
  readyBy: number | null;
  /** When a page that waits for its data must be ready. */
  dataBy: number | null;
  /** When the page must have answered the ping. */
  answerBy: number | null;
  /** What is wrong with a page that answers it, if it was pinged because its time was up. */
  late: 'neverReady' | 'noData' | null;
  /** When to look at a page that is ready. */
  lookAt: number | null;
  /** When to take it at the latest, however often the page goes to another of its addresses. */
  lookBy: number | null;
  /** When to look at it again, although nothing has happened to it. */
  lookAgainAt: number | null;
  /**
   * Whether a look is under way: at the address where the page is, at whichever it goes to, or because of the time alone.
   */
  looking: 'no' | 'here' | 'anywhere' | 'again';
}

const NOTHING_AWAITED = {
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

/** Times `DURATIONS.lookMs` for a page that goes from address to address. */
const LOOK_BY = 5;

/** The state of a window that was made and not yet shown. */
export const NOT_SHOWN: WatchdogState = { shown: false, showAt: null, ...NOTHING_AWAITED };

export type WatchdogEvent =
  /** A load of a page that will say `ready` began. */
  | 'load'
  /** As `load`, in a window that shows nothing. */
  | 'firstLoad'
  /** The document of the load came. */
  | 'commit'
  /** It is painted for the first time: its frame, or an error page. */
  | 'painted'
  /** The page's code is there, and waits for its data. */
  | 'waiting'
  | 'ready'
  /** A page that is ready went to another of its addresses. */
  | 'wentInPage'
  /** The user pressed something in a page that is ready, or it lost what was in it. */
  | 'changed'
  /** The load failed or the process is gone: another part handles that. */
  | 'gone'
  /** The computer woke or was unlocked. */
  | 'resume'
  /** The window can be seen again: it was restored, or shown after it was hidden. */
  | 'seen'
  /** The page answered the ping. */
  | 'answer'
  /** The picture of the page has one colour. */
  | 'blank'
  /** `checkAt` has come. */
  | 'check';

export type WatchdogEffect =
  /** Show the window. */
  | 'show'
  /** A `load` fault: the document did not come. */
  | 'neverCame'
  /** A `boot` fault: the page never said that it is ready. */
  | 'neverReady'
  /** A `boot` fault: nor does it give a sign of life. Its process is ended. */
  | 'neverAnswered'
  /** A `load` fault: the page's data did not come. */
  | 'noData'
  /** Repaint the window, then ping the page. */
  | 'ping'
  /** The page does not answer: handle it as a hang. */
  | 'noAnswer'
  /** Take a picture of the page. */
  | 'look'
  /** A `boot` fault: the page said that it is ready, and has nothing to see. */
  | 'nothingPainted';

interface WatchdogResult {
  state: WatchdogState;
  effects: readonly WatchdogEffect[];
  /** When to send `check`; null while there is nothing to wait for. */
  checkAt: number | null;
}

/** Handles one event. `now` is in milliseconds, by the same clock for all events. */
export function watch(before: WatchdogState, event: WatchdogEvent, now: number): WatchdogResult {
  const { state, effects } = apply(before, event, now);
  const times = Object.values(state).filter((time) => typeof time === 'number');
  return { state, effects, checkAt: times.length > 0 ? Math.min(...times) : null };
}

type Applied = Pick<WatchdogResult, 'state' | 'effects'>;

function apply(state: WatchdogState, event: WatchdogEvent, now: number): Applied {
  switch (event) {
    case 'load':
      return { state: loading(state, now), effects: [] };
    case 'firstLoad':
      return { state: { ...loading(state, now), commitBy: now + DURATIONS.commitMs }, effects: [] };
    case 'commit':
      return { state: { ...state, commitBy: null }, effects: [] };
    case 'painted':
      return shown(state);
    case 'waiting':
      return { state: { ...state, ...NOTHING_AWAITED, dataBy: now + DURATIONS.dataMs }, effects: [] };
    case 'ready':
      return shown(lookSoon({ ...state, ...NOTHING_AWAITED, lookAgainAt: now + DURATIONS.lookAgainMs }, now));
    case 'wentInPage': {
      const lookBy = state.lookBy ?? now + LOOK_BY * DURATIONS.lookMs;
      const lookAt = Math.min(now + DURATIONS.lookMs, lookBy);
      const looking = state.looking === 'anywhere' ? 'anywhere' : 'no';
      return { state: { ...state, lookAt, lookBy, looking }, effects: [] };
    }
    case 'changed':
      // Whoever presses on and on in an empty page does not put it off.
      return { state: { ...state, lookAt: state.lookAt ?? now + DURATIONS.pressedMs }, effects: [] };
    case 'gone':
      return { state: { ...state, ...NOTHING_AWAITED }, effects: [] };
    case 'resume':
      // A page that is still loading could not load while the computer slept: its time begins again.
      if (state.readyBy !== null) {
        return { state: { ...state, commitBy: null, readyBy: now + DURATIONS.readyMs }, effects: [] };
      }
      return {
        state: {
          ...(state.lookAgainAt === null ? state : lookSoon(state, now)),
          dataBy: state.dataBy && now + DURATIONS.dataMs,
          answerBy: now + DURATIONS.pingMs,
        },
        effects: ['ping'],
      };
    case 'seen':
      return state.readyBy === null ? apply(state, 'resume', now) : { state, effects: [] };
    case 'answer':
      return { state: { ...state, answerBy: null, late: null }, effects: state.late ? [state.late] : [] };
    case 'blank':
      // Of a page that is being left.
      if (state.looking === 'no') return { state, effects: [] };
      // It may be empty for a moment.
      if (state.looking === 'again') return apply({ ...state, looking: 'no' }, 'changed', now);
      return { state: { ...state, looking: 'no' }, effects: ['nothingPainted'] };
    case 'check':
      return overdue(state, now);
    default:
      return event satisfies never;
  }
}

/** Looks at a page that may just have come. */
const lookSoon = (state: WatchdogState, now: number): WatchdogState => ({
  ...state,
  lookAt: state.lookAt ?? now + DURATIONS.lookMs,
});

function loading(state: WatchdogState, now: number): WatchdogState {
  const showAt = state.shown ? null : (state.showAt ?? now + DURATIONS.showMs);
  return { ...state, ...NOTHING_AWAITED, showAt, readyBy: now + DURATIONS.readyMs };
}

/** Milliseconds by which a check comes too late only where the app was stopped: the page had no time either. */
const STOPPED_MS = 3_000;

function overdue(before: WatchdogState, now: number): Applied {
  const due = (time: number | null) => time !== null && time <= now;
  const { state, effects } = due(before.showAt) ? shown(before) : { state: before, effects: [] };
  const isStopped = Object.values(before).some((time) => typeof time === 'number' && time < now - STOPPED_MS);
  if (isStopped) return { state: anew(state, now), effects };
  if (due(state.commitBy)) {
    return { state: { ...state, ...NOTHING_AWAITED }, effects: [...effects, 'neverCame'] };
  }
  if (due(state.readyBy)) return late({ ...state, readyBy: null }, 'neverReady', effects, now);
  if (due(state.dataBy)) return late({ ...state, dataBy: null }, 'noData', effects, now);
  if (due(state.answerBy)) {
    const none = state.late ? 'neverAnswered' : 'noAnswer';
    return { state: { ...state, answerBy: null, late: null }, effects: [...effects, none] };
  }
  if (due(state.lookAt)) {
    const looking = state.lookAt === state.lookBy ? 'anywhere' : 'here';
    return { state: { ...state, lookAt: null, lookBy: null, looking }, effects: [...effects, 'look'] };
  }
  if (due(state.lookAgainAt)) {
    const lookAgainAt = now + DURATIONS.lookAgainMs;
    return { state: { ...state, lookAgainAt, looking: 'again' }, effects: [...effects, 'look'] };
  }
  return { state, effects };
}

/** The page's time is up. If it does not even answer, no other page can take its place. */
function late(
  state: WatchdogState,
  why: NonNullable<WatchdogState['late']>,
  effects: Applied['effects'],
  now: number,
): Applied {
  return {
    state: { ...state, late: why, answerBy: now + DURATIONS.signMs },
    effects: [...effects, 'ping'],
  };
}

/** How long each is awaited; the time of a look has no end of its own. */
const AWAITED = {
  commitBy: 'commitMs',
  readyBy: 'readyMs',
  dataBy: 'dataMs',
  answerBy: 'pingMs',
  lookAt: 'lookMs',
  lookAgainAt: 'lookAgainMs',
} as const satisfies Partial<Record<keyof WatchdogState, keyof typeof DURATIONS>>;

/** Whatever is awaited has its whole time once more. */
function anew(state: WatchdogState, now: number): WatchdogState {
  const next = { ...state, lookBy: null };
  for (const [name, duration] of Object.entries(AWAITED) as [keyof typeof AWAITED, keyof typeof DURATIONS][])
    next[name] &&= now + DURATIONS[duration];
  return next;
}

function shown(state: WatchdogState): Applied {
  return { state: { ...state, shown: true, showAt: null }, effects: state.shown ? [] : ['show'] };
}
