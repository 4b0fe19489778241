/** Pages that do not answer. Main notices when the computer wakes and the page does not answer its ping. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ingest, startIngest } from '../../support/ingest.ts';
import { said, type Watched, watch } from '../../support/recovery.ts';

let ingest: Ingest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

/** Blocks the page's thread in a function of this name, and lets the computer wake up. */
async function block(app: Watched, ms: number): Promise<void> {
  const busy = `function busyInHere() { const end = Date.now() + ${ms}; while (Date.now() < end); }`;
  await app.page(`void setTimeout(${busy}, 20)`);
  await pause(200);
  await app.main("electron.powerMonitor.emit('resume')");
}

it('a page that blocks its thread | a dialog: The page does not answer, with Wait, Reload and Close | Reload: the app', async () => {
  const app = await watch({ ingest, env: { HOLDFAST_STANDIN_DIALOG: 'Reload' } });
  await app.shows('404');
  await block(app, 600_000);
  const dialog = JSON.parse(await said(app, /dialog: (\{.*\})/));
  expect(dialog).toMatchObject({
    message: 'unresponsive: The page does not answer.',
    detail: expect.stringContaining('Wait for it, or load it again.'),
    buttons: ['Wait', 'Reload', 'Close'],
  });
  await app.shows('404', 'This page could not be found.');
  await expect.poll(() => ingest.events().find(({ tags }) => tags?.['fault.kind'] === 'hang')).toBeTruthy();
  const report = ingest.events().find(({ tags }) => tags?.['fault.kind'] === 'hang');
  expect(report?.contexts?.fault?.detail).toContain('busyInHere');
  expect(await app.stop()).toBe(0);
});

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
