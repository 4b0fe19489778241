/** An app's own code in main that fails: what the user sees, and what the app still does. */
import { rm } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { spawnApp } from '../../support/app.ts';
import { copyApp } from '../../support/brokenApp.ts';
import { withCode } from '../../support/extension/app.ts';
import { startIngest } from '../../support/ingest.ts';
import { seeItem } from '../../support/menu.ts';
import { reportOf, said, type WatchOptions, watch } from '../../support/recovery.ts';

const ingest = await startIngest();
afterAll(() => ingest.close());

const start = (code: string, options: WatchOptions = {}) =>
  watch({ alter: withCode(code), ingest, ...options });
const define = (main: string) =>
  `import { defineMain } from 'holdfast/main';\nexport default defineMain(${main});`;

const FAULT = ['EXTENSION_FAILED', 'A part of the app couldn’t start', 'Report id'];
/** A prelude: message boxes are answered by their first button. */
const ANSWERED = 'electron.dialog.showMessageBox = async () => ({ response: 0 });';

it.each([
  ['throws when it is read', 'throw new Error("broken own")', /load: Error: broken own/],
  [
    'exports a copy of what it defined',
    `import { defineMain } from 'holdfast/main';\nexport default { ...defineMain({}) };`,
    /load: TypeError: The default export is not/,
  ],
  ['throws in ready', define('{ ready() { throw new Error("broken own") } }'), /ready: Error: broken own/],
  [
    'rejects in ready',
    define('{ async ready() { throw new Error("broken own") } }'),
    /ready: Error: broken own/,
  ],
  [
    'gives a menu that is none',
    define('{ menu: () => [{ role: "nonsense", submenu: 5 }] }'),
    /menu: \w*Error/,
  ],
  ['throws in sentry', define('{ sentry() { throw new Error("broken own") } }'), /sentry: Error: broken own/],
])('code that %s is a fault that is named, reported and shown', async (_name, code, detail) => {
  const app = await start(code);
  const text = await app.shows(...FAULT, 'Restart without it');
  const report = await reportOf(text, ingest);
  expect(report.contexts?.fault?.detail).toMatch(detail);
  expect(report.tags).toMatchObject({ 'fault.kind': 'main', 'fault.code': 'EXTENSION_FAILED' });
  // Holdfast's menu is there.
  await seeItem(app, 'reload');
  expect(await app.stop()).toBe(0);
});

it("an app's own code in main that fails as it starts | EXTENSION_FAILED: A part of the app couldn’t start | Restart without it: the app, without that code", async () => {
  const app = await start('throw new Error("broken own")', { restarts: true, prelude: ANSWERED });
  await app.shows(...FAULT);
  await app.click('Restart without it');
  const safe = await app.again();
  await safe.shows('404', 'This page could not be found.');
  expect(await app.stop()).toBe(0);
});

it('in safe mode it is not loaded, and calls say that there is no such handler', async () => {
  const code = `globalThis.isLoaded = true;\n${define('{ handle: { a: { run: () => 1 } } }')}`;
  const app = await start(code, { args: ['--safe-mode'], prelude: ANSWERED });
  await app.shows('404');
  expect(await app.main('globalThis.isLoaded ?? false')).toBe(false);
  expect(await app.page('holdfast.invoke("a").catch(String)')).toBe('Error: There is no handler "a".');
  expect(await app.stop()).toBe(0);
});

/** An error that throws when it is read. */
const UNREADABLE = `Object.defineProperties(new Error(), {
  message: { get() { throw new Error('message'); } },
  stack: { get() { throw new Error('stack'); } },
})`;

it.each([
  ['an error', `new Error('own timer')`, 'own timer'],
  ['an error that cannot be read', UNREADABLE, 'cannot be written as text'],
])('%s that it throws later is one of main, and the app goes on', async (_name, thrown, told) => {
  const app = await start(
    define(`{ ready() { globalThis.later = () => setTimeout(() => { throw ${thrown}; }); } }`),
  );
  await app.shows('404');
  await app.main('void later()');
  await said(app, new RegExp(told));
  await expect
    .poll(() => ingest.events().flatMap((one) => one.contexts?.fault?.detail ?? ''))
    .toContainEqual(expect.stringContaining(told));
  await app.shows('404');
  expect(await app.stop()).toBe(0);
});

it.each([
  ['when it is read', (quit: string) => `import { app } from 'electron';\n${quit};\n${define('{}')}`],
  ['in ready', (quit: string) => define(`{ ready({ app }) { ${quit}; } }`)],
])('code that quits %s ends the app, and nothing else', async (_name, code) => {
  const copy = await copyApp();
  await withCode(code('app.quit()'))(copy.folder);
  const app = await spawnApp({ app: copy.folder });
  expect(await app.ended).toBe(0);
  await copy.remove();
  await rm(app.userData, { recursive: true, force: true, maxRetries: 5 });
});
