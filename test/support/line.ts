/** The line that the app shows over its window, with a question or a notice. */
import assert from 'node:assert/strict';
import { click } from './input.ts';
import type { Screen } from './screen.ts';
import { until } from './until.ts';

type Main = Pick<Screen, 'main'>;

/** All lines that there are: one that goes may still be there beside the next. */
const LINES = `(electron.webContents.getAllWebContents() ?? []).filter((one) => one.getURL().startsWith('data:'))`;
/** Its contents, as an expression in main. */
export const LINE = `${LINES}[0]`;

export const isLineThere = (app: Main) => app.main<boolean>(`Boolean(${LINE})`);

/** What code gives in each line, by the id of its contents. One that goes meanwhile does not answer. */
const inLines = <T>(app: Main, code: string) =>
  app.main<{ id: number; value: T | undefined }[]>(
    `Promise.all(${LINES}.map((one) => new Promise((done) => {
      const { id } = one;
      const say = (value) => done({ id, value });
      one.executeJavaScript(${JSON.stringify(code)}).then(say, () => say(undefined));
      one.once('destroyed', () => say(undefined));
      setTimeout(say, 5_000, undefined);
    })))`,
  );

/** Waits until it says this, as all do: beside an icon, in one look and height, and for screen readers. */
export async function lineSays(app: Main, text: string | RegExp): Promise<void> {
  const code = `(() => {
    const words = document.querySelector('p[role=status]')?.textContent ?? '';
    const { borderRadius } = getComputedStyle(document.body);
    const hasIcon = document.querySelector('svg[aria-hidden=true] path')?.getBBox().width > 0;
    const overflows = document.body.scrollWidth > innerWidth;
    return { words, look: { borderRadius, hasIcon, overflows, height: innerHeight } };
  })()`;
  const isIt = (words: string) => (typeof text === 'string' ? words === text : text.test(words));
  const look = await until(`${text}`, async () => {
    const all = await inLines<{ words: string; look: object }>(app, code);
    return all.find(({ value }) => isIt(value?.words ?? ''))?.value?.look;
  });
  assert.deepEqual(look, { borderRadius: '12px', hasIcon: true, overflows: false, height: 44 });
}

/** Presses one of its buttons once it is there, and waits until it is gone. Another line may follow. */
export async function pressInLine(app: Main, label: string): Promise<void> {
  const button = `[...document.querySelectorAll('button')].find((one) => one.textContent === '${label}')`;
  const has = async () => (await inLines<boolean>(app, `Boolean(${button})`)).find(({ value }) => value)?.id;
  const id = await until(label, has);
  // It may be gone by then, which is no error of main's.
  const none = '{ executeJavaScript: async () => ({}), sendInputEvent: () => undefined }';
  const press = () => click(app, button, { contents: `(electron.webContents.fromId(${id}) ?? ${none})` });
  await press();
  await until('its end', async () => {
    if ((await has()) !== id) return true;
    // What is pressed before its first frame is lost. One that goes meanwhile does not answer.
    await press().catch(() => undefined);
    return false;
  });
}
