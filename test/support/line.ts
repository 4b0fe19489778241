/** The line that the app shows over its window, with a question or a notice. */
import assert from 'node:assert/strict';
import { click } from './input.ts';
import type { Screen } from './screen.ts';
import { until } from './until.ts';

type Main = Pick<Screen, 'main'>;

/** Its contents, as an expression in main. */
export const LINE = `electron.webContents.getAllWebContents().find((one) => one.getURL().startsWith('data:'))`;

export const isLineThere = (app: Main) => app.main<boolean>(`Boolean(${LINE})`);

/** Waits until it says this, as all do: beside an icon, in one look and height, and for screen readers. */
export async function lineSays(app: Main, text: string | RegExp): Promise<void> {
  const code = `(() => {
    const words = document.querySelector('p[role=status]')?.textContent ?? '';
    const { borderRadius } = getComputedStyle(document.body);
    const hasIcon = document.querySelector('svg[aria-hidden=true] path')?.getBBox().width > 0;
    const overflows = document.body.scrollWidth > innerWidth;
    return { words, look: { borderRadius, hasIcon, overflows, height: innerHeight } };
  })()`;
  const look = await until(`${text}`, async () => {
    const shown = `${LINE}?.executeJavaScript(${JSON.stringify(code)})`;
    const seen = await app.main<{ words: string; look: object } | undefined>(shown);
    const isIt = typeof text === 'string' ? seen?.words === text : text.test(seen?.words ?? '');
    return isIt && seen?.look;
  });
  assert.deepEqual(look, { borderRadius: '12px', hasIcon: true, overflows: false, height: 44 });
}

/** Presses one of its buttons once it is there, and waits until it is gone. Another line may follow. */
export async function pressInLine(app: Main, label: string): Promise<void> {
  const button = `[...document.querySelectorAll('button')].find((one) => one.textContent === '${label}')`;
  const has = () => app.main(`${LINE}?.executeJavaScript(${JSON.stringify(`Boolean(${button})`)})`);
  await until(label, has);
  await click(app, button, { contents: LINE });
  // A line that goes meanwhile does not answer.
  await until('its end', () =>
    has().then(
      (is) => !is,
      () => false,
    ),
  );
}
