/** A person's input into a window of the app, through Chromium. */
import { send } from './onPage.ts';
import type { Screen } from './screen.ts';
import { until } from './until.ts';

type Main = Pick<Screen, 'main'>;

/** The contents of the app's window, as an expression in main. */
export const CONTENTS = 'electron.BrowserWindow.getAllWindows()[0].webContents';

/** @param contents an expression in main for the contents that get the input */
export async function clickAt(
  app: Main,
  { x, y }: { x: number; y: number },
  { button = 'left', contents = CONTENTS }: { button?: 'left' | 'right'; contents?: string } = {},
): Promise<void> {
  for (const type of ['mouseDown', 'mouseUp']) {
    const event = { type, x: Math.round(x), y: Math.round(y), button, clickCount: 1 };
    await app.main(`${contents}.sendInputEvent(${JSON.stringify(event)})`);
  }
}

/** Waits until the page takes presses: Chromium drops them right after it has loaded, and does not say until when. */
export async function takesPresses(app: Screen): Promise<void> {
  await app.page(`void addEventListener('mousedown', () => (window.isPressed = true), { once: true })`);
  await until('a page that can be pressed', async () => {
    await clickAt(app, { x: 1, y: 1 });
    return await app.page('window.isPressed');
  });
}

/** Clicks a few pixels inside an element. @param element an expression of the page */
export async function click(
  app: Main,
  element: string,
  options?: { button?: 'left' | 'right'; contents?: string },
): Promise<void> {
  const place = `(({ x, y }) => ({ x: x + 5, y: y + 5 }))((${element}).getBoundingClientRect())`;
  const asked = `executeJavaScript(${JSON.stringify(place)})`;
  await clickAt(app, await app.main(`${options?.contents ?? CONTENTS}.${asked}`), options);
}

/** An expression of a page: a script posts an empty form there. */
export const postForm = (action: string): string => `void setTimeout(() => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: '${action}' });
  document.body.append(form);
  form.submit();
})`;

/** Drags it over the newest window and drops it there. @param data of DevTools */
export async function drop(app: Screen, place: object, data: object): Promise<void> {
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await send(app, 'Input.dispatchDragEvent', { type, ...place, data: { dragOperationsMask: 1, ...data } });
}

/** Presses a key that types nothing. */
export async function pressKey(
  app: Main,
  keyCode: string,
  { modifiers = [], contents = CONTENTS }: { modifiers?: string[]; contents?: string } = {},
): Promise<void> {
  for (const type of ['keyDown', 'keyUp'])
    await app.main(`${contents}.sendInputEvent(${JSON.stringify({ type, keyCode, modifiers })})`);
}

/** Types into the focused element, as a person does. */
export async function type(app: Main, text: string, contents = CONTENTS): Promise<void> {
  for (const keyCode of text)
    for (const event of ['keyDown', 'char', 'keyUp'])
      await app.main(`${contents}.sendInputEvent(${JSON.stringify({ type: event, keyCode })})`);
}
