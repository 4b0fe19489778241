/** Pages that do not answer. Main notices when the computer wakes and the page does not answer its ping. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { said, type Watched, watch } from '../../support/recovery.ts';

/** Blocks the page's thread in a function of this name, and lets the computer wake up. */
async function block(app: Watched, ms: number): Promise<void> {
  const busy = `function busyInHere() { const end = Date.now() + ${ms}; while (Date.now() < end); }`;
  await app.page(`void setTimeout(${busy}, 20)`);
  await pause(200);
  await app.main("electron.powerMonitor.emit('resume')");
}

it('a page that blocks its thread for a while | the same dialog | Wait: the page goes on where it was', async () => {
  const app = await watch({ env: { HOLDFAST_STANDIN_DIALOG: 'Wait' } });
  await app.shows('404');
  await app.page('void (window.kept = true)');
  await block(app, 6_500);
  await said(app, /dialog: .*does not answer/);
  await app.shows('404');
  expect(await app.page('window.kept')).toBe(true);
  expect(await app.stop()).toBe(0);
});

it('a page that blocks its thread | the same dialog | Close: the window, and with it the app', async () => {
  const app = await watch({ env: { HOLDFAST_STANDIN_DIALOG: 'Close' } });
  await app.shows('404');
  await block(app, 600_000);
  await said(app, /dialog: .*does not answer/);
  if (process.platform !== 'darwin') expect(await app.stop()).toBe(0);
});
