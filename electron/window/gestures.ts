/** Key presses and clicks as main saw them, which no page can fake. */
import type { App, WebContents } from 'electron';
import { isGesture, LINKS } from './externalLinks.policy.ts';

const pressedAt = new WeakMap<WebContents, number>();
const typing = new WeakSet<WebContents>();

/** @param onPress called before anything follows from a press in a page */
export function watchGestures(app: App, onPress: () => unknown): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('input-event', (_input, { type }) => {
      if (!isGesture(type)) return;
      void onPress();
      pressedAt.set(contents, performance.now());
      if (/Key/i.test(type)) typing.add(contents);
      else typing.delete(contents);
    });
  });
}

/** When the user last pressed a key or clicked in the page, by `performance.now`; null if that was used up. */
export function lastGesture(contents: WebContents): number | null {
  return pressedAt.get(contents) ?? null;
}

/** Whether the last press in the page was a key's. */
export const isTyping = (contents: WebContents): boolean => typing.has(contents);

/**
 * Whether the user pressed a key or clicked in the page since `since`, and recently enough to have caused this. Uses
 * the gesture up, so that it causes nothing else.
 */
export function takeGesture(contents: WebContents, since = 0): boolean {
  const at = pressedAt.get(contents);
  if (at === undefined || at < since || performance.now() - at > LINKS.gestureMs) return false;
  pressedAt.delete(contents);
  return true;
}
