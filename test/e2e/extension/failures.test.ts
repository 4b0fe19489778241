import { expect, it } from 'vitest';
import { LIMITS } from '../../../electron/shared/limitValues/limits.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { testFolder } from '../../electron/testFolder.ts';
import { spawnApp } from '../../support/app.ts';
import { copyApp } from '../../support/brokenApp.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { withCode } from '../../support/extension/app.ts';
import { seeItem } from '../../support/menu.ts';
import { startOrigin } from '../../support/origin.ts';
import { reportOf, said, type WatchOptions, watch } from '../../support/recovery.ts';
import { NOT_FOUND } from '../../support/words.ts';

const ingest = await startEnvelopeServer();

const start = (code: string, options: WatchOptions = {}) => watch({ code, ingest, ...options });
const define = (main: string) =>
  `import { defineMain } from 'holdfast/main';\nexport default defineMain(${main});`;

const FAULT = ['EXTENSION_FAILED', en.fault.main.EXTENSION_FAILED.title, 'Report ID'];
/** A prelude: message boxes are answered by their affirmative button. */
const ANSWERED = `electron.dialog.showMessageBox = async (...args) =>
  ({ response: process.platform === 'linux' ? args.at(-1).buttons.length - 1 : 0 });`;

/** An error that throws when it is read. */
const UNREADABLE = `Object.defineProperties(new Error(), {
  message: { get() { throw new Error('message'); } },
  stack: { get() { throw new Error('stack'); } },
})`;

it('names and reports each function that fails, as it does each later error, even unreadable ones; the others work, except that a listener which would disable the limits is removed and named', async () => {
  const origin = await startOrigin((_request, response) => response.end());
  const app = await start(
    `import { session } from 'electron';
    ${define(`{
      sentry() { throw new Error('broken options'); },
      menu: () => [{ role: 'nonsense', submenu: 5 }],
      async ready() {
        session.defaultSession.webRequest.onBeforeSendHeaders(({ requestHeaders }, answer) => answer({ requestHeaders }));
        globalThis.later = (error) => setTimeout(() => { throw error; });
        throw new Error('broken start');
      },
      requestHeaders: (headers) => ({ ...headers, 'X-Shop': '1' }),
    }`)}`,
  );
  await app.shows(...FAULT, en.errorPage.help.noExtension);
  const details = () => ingest.events().flatMap(({ contexts }) => contexts?.fault?.detail ?? '');
  const reported = (detail: RegExp) => expect.poll(details).toContainEqual(expect.stringMatching(detail));
  for (const detail of [/sentry: Error: broken options/, /menu: \w*Error/, /ready: Error: broken start/])
    await reported(detail);
  // Holdfast's menu is there.
  await seeItem(app, 'reload');

  const baggage = JSON.stringify(Array.from({ length: 1_000 }, (_, at) => `key${at}=value`).join(','));
  for (let times = 0; times < 2; times += 1)
    await app.main(
      `electron.net.fetch('${origin.url}/', { headers: { baggage: ${baggage} } }).then(() => 0)`,
    );
  const { headers } = origin.requests[1] ?? {};
  expect(String(headers?.baggage).length).toBeLessThanOrEqual(LIMITS.baggage.value);
  expect(headers).toMatchObject({ 'x-shop': '1' });
  expect(app.stderr()).toMatch(
    /The app set webRequest\.onBeforeSendHeaders.*Use "requestHeaders" of defineMain/,
  );
  for (const [thrown, told] of [
    [`new Error('own timer')`, /own timer/],
    [UNREADABLE, /cannot be converted to text/],
  ] as const) {
    await app.main(`void later(${thrown})`);
    await said(app, told);
    await reported(told);
  }
  await app.shows(...FAULT);
  expect(await app.stop()).toBe(0);
});

it("an app's own code in main that fails as it starts | EXTENSION_FAILED: A part of the app couldn’t start | Restart without this part: the app, without that code", async () => {
  const code = `import { defineMain } from 'holdfast/main';
    globalThis.isLoaded = true;
    export default { ...defineMain({ handle: { a: { run: () => 1 } } }) };`;
  const app = await start(code, { restarts: true, prelude: ANSWERED });
  const report = await reportOf(await app.shows(...FAULT), ingest);
  expect(report.contexts?.fault?.detail).toMatch(/load: TypeError: The default export is not/);
  expect(report.tags).toMatchObject({ 'fault.kind': 'main', 'fault.code': 'EXTENSION_FAILED' });
  expect(await app.main('globalThis.isLoaded')).toBe(true);
  await app.click(en.errorPage.help.noExtension);
  const safe = await app.again();
  await safe.shows('404', `${NOT_FOUND}.`);
  expect(await safe.main('globalThis.isLoaded ?? false')).toBe(false);
  expect(await safe.page('holdfast.invoke("a").catch(String)')).toBe('Error: There is no handler "a".');
  expect(await app.stop()).toBe(0);
});

it.each([
  ['when it is read', (quit: string) => `import { app } from 'electron';\n${quit};\n${define('{}')}`],
  ['in ready', (quit: string) => define(`{ ready({ app }) { ${quit}; } }`)],
])('code that quits %s ends only the app', async (_name, code) => {
  const copy = await copyApp();
  await withCode(code('app.quit()'))(copy.folder);
  const app = await spawnApp({ app: copy.folder, userData: testFolder() });
  expect(await app.ended).toBe(0);
});
