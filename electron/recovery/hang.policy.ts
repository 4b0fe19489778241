/** What to do about a page that does not respond: wait, reload or close. Pure. */

/** Milliseconds after Wait until the user is asked again. Electron reports a hang only once. */
export const ASK_AGAIN_MS = 30_000;

/** The dialog's answers, in the order of its buttons. */
export const HANG_CHOICES = ['Wait', 'Reload', 'Quit'] as const;
export type HangChoice = (typeof HANG_CHOICES)[number];

export type HangState =
  | { phase: 'fine' }
  | { phase: 'asking' }
  /** The user chose Wait, and is asked again at this time. */
  | { phase: 'waiting'; askAt: number };

export type HangEvent =
  | 'unresponsive'
  /** The page answers again, its process ended, or another page was loaded. */
  | 'over'
  /** The time `askAt` has come. */
  | 'tick'
  | HangChoice;

export type HangAction =
  | 'ask'
  | 'dismiss'
  /** Kill the page's process, because it cannot navigate; recovery reloads the page within its budget. */
  | 'reload'
  /** End the window, which cannot close by itself, and quit. */
  | 'quit'
  | 'ignore';

/** Decides about one event of a hang. `now` is in milliseconds. */
export function decideHang(
  state: HangState,
  event: HangEvent,
  now: number,
): { state: HangState; action: HangAction } {
  const ignore = { state, action: 'ignore' } as const;
  const isAsking = state.phase === 'asking';
  switch (event) {
    case 'unresponsive':
      return state.phase === 'fine' ? { state: { phase: 'asking' }, action: 'ask' } : ignore;
    case 'over':
      return { state: { phase: 'fine' }, action: isAsking ? 'dismiss' : 'ignore' };
    case 'tick':
      return state.phase === 'waiting' && state.askAt <= now
        ? { state: { phase: 'asking' }, action: 'ask' }
        : ignore;
    case 'Wait':
      return isAsking ? { ...ignore, state: { phase: 'waiting', askAt: now + ASK_AGAIN_MS } } : ignore;
    case 'Reload':
      return isAsking ? { state: { phase: 'fine' }, action: 'reload' } : ignore;
    case 'Quit':
      return isAsking ? { state: { phase: 'fine' }, action: 'quit' } : ignore;
  }
}
