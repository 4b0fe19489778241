/** Key presses and clicks as main saw them, which no page can fake. */
import type { WebContents } from 'electron';

/** Milliseconds after a press in which it may cause something, as in browsers (HTML Standard, transient activation). */
export const GESTURE_MS = 5_000;

type Input = { type: string; modifiers?: readonly string[] };

const PRESSES = ['mouseDown', 'rawKeyDown', 'keyDown', 'touchEnd', 'gestureTap'];

/** Whether an input event counts as a user action (HTML Standard, activation triggering). One of a key held down is none. */
export const isGesture = ({ type, modifiers = [] }: Input): boolean =>
  PRESSES.includes(type) && !modifiers.some((one) => /^isAutoRepeat$/i.test(one));

/** The last press in each page. `isUsed`: it has caused something. */
const presses = new WeakMap<WebContents, { at: number; isKey: boolean; isUsed: boolean }>();

export function watchGestures(contents: WebContents): void {
  const pressed = (_event: unknown, input: Input) => {
    if (!isGesture(input)) return;
    presses.set(contents, { at: performance.now(), isKey: /Key/i.test(input.type), isUsed: false });
  };
  contents.on('input-event', pressed);
  // Electron 37 and later: also in frames that have a process of their own, such as the PDF viewer's.
  contents.on('before-mouse-event', pressed);
}

/** When the user last pressed a key or clicked in the page, by `performance.now`; 0 if never. */
export const lastPress = (contents: WebContents): number => presses.get(contents)?.at ?? 0;

/** The same; null if that was used up. */
export const lastGesture = (contents: WebContents): number | null =>
  presses.get(contents)?.isUsed === false ? lastPress(contents) : null;

/** Whether the last press in the page was a key's. */
export const isTyping = (contents: WebContents): boolean => presses.get(contents)?.isKey === true;

/** Whether the user pressed something recently enough to have caused this, and nothing else has used it up. */
export const isPressed = (contents: WebContents): boolean =>
  performance.now() - (lastGesture(contents) ?? Number.NEGATIVE_INFINITY) <= GESTURE_MS;

/** The same, and uses the press up, so that it causes nothing else. */
export function takeGesture(contents: WebContents): boolean {
  const press = presses.get(contents);
  const isTaken = isPressed(contents);
  if (press && isTaken) press.isUsed = true;
  return isTaken;
}

/** Prevented navigations of which nobody sees where they led: no browser opened. */
export const unseen = new WeakSet<Electron.Event>();
