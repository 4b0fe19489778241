/** What `npm start` shows where there is no display: the window's text on stdout, its picture in a file. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { app } from './app.ts';
import { openWindows } from './browserWindow.ts';

const PAUSE_MS = 100;
const LONGEST_MS = 20_000;

/**
 * Waits until the first window is shown and its text no longer changes, prints the text, writes the picture as PNG,
 * and quits. A window that is not shown in 20 s is an error: exit code 1.
 */
export async function takeSnapshot(file: string): Promise<void> {
  const end = Date.now() + LONGEST_MS;
  let before = '';
  while (Date.now() < end) {
    await pause(PAUSE_MS);
    const window = openWindows().find((one) => one.isVisible());
    if (!window || window.contents.isLoading() || window.contents.isCrashed()) continue;
    const { session } = await window.contents.whenReady();
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.body?.innerText' });
    const text = String(result.value ?? '')
      .replace(/\n{2,}/g, '\n')
      .trim();
    if (text && text === before) {
      await writeFile(file, (await window.capturePage()).toPNG());
      process.stdout.write(`The window shows (${window.getTitle()}):\n${text.replace(/^/gm, '  ')}\n`);
      process.stdout.write(`Its picture: ${file}\n`);
      app.quit();
      return;
    }
    before = text;
  }
  console.error('stand-in: no window was painted within 20 s.');
  app.exit(1);
}
