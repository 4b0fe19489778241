/** The line that the app shows over its window, with a question or a notice. */
import { click } from './input.ts';
import type { Screen } from './screen.ts';
import { until } from './until.ts';

type Main = Pick<Screen, 'main'>;

/** Its contents, as an expression in main. */
export const LINE = `electron.webContents.getAllWebContents().find((one) => one.getURL().startsWith('data:'))`;

export const isLineThere = (app: Main) => app.main<boolean>(`Boolean(${LINE})`);

/** Waits until it says this. */
export const lineSays = (app: Main, text: string) =>
  until(text, () =>
    app
      .main<string>(`${LINE}?.executeJavaScript("document.querySelector('p')?.textContent")`)
      .then((said) => said === text),
  );

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
