/** What a person pressed, as main saw it: no page can make it up. */
import type { App, WebContents } from 'electron';
import { isGesture, LINKS } from './externalLinks.policy.ts';

const pressedAt = new WeakMap<WebContents, number>();

/** Milliseconds by the clock of `lastGesture`. */
export const now = (): number => performance.now();

/** Call it before the first window is made. */
export function watchGestures(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('input-event', (_input, { type }) => {
      if (isGesture(type)) pressedAt.set(contents, now());
    });
  });
}

/** When a key or a button was last pressed in the page, in milliseconds; null if that led to something already. */
export function lastGesture(contents: WebContents): number | null {
  return pressedAt.get(contents) ?? null;
}

/**
 * Whether somebody has pressed a key or a button in the page, not before `since` and so lately that it counts as what led
 * to this. It then leads to nothing else.
 */
export function takeGesture(contents: WebContents, since = 0): boolean {
  const at = pressedAt.get(contents);
  if (at === undefined || at < since || now() - at > LINKS.gestureMs) return false;
  pressedAt.delete(contents);
  return true;
}
