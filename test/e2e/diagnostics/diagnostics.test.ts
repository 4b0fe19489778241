/** Help, Diagnostics, as the user sees it, what the user copies and saves, and its window beside the app's own. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { electronArgs } from '../../../electron/tool/run/launch.ts';
import { findElectron } from '../../../electron/tool/setup/electron.ts';
import { fileFolder } from '../../electron/testFolder.ts';
import { said } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';
import {
  checked,
  type DiagnosticsApp,
  factsOf,
  HEADINGS,
  press,
  printed,
  settingsIn,
  startWithMenu,
  status,
} from '../../support/diagnosticsApp.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { until } from '../../support/until.ts';
import { SERVER_ERROR } from '../../support/words.ts';

const KEY = 'abcdef0123456789abcdef0123456789';

let ingest: EnvelopeServer;
let settings: Awaited<ReturnType<typeof settingsIn>>;
const folder = fileFolder();
/** The user's home, which contains all files of the test. */
let home: string;
beforeAll(async () => {
  ingest = await startEnvelopeServer();
  home = join(folder, 'home', 'jane.doe');
  await mkdir(home, { recursive: true });
  const sentryDsn = ingest.dsn.replace('//key@', `//${KEY}@`);
  settings = await settingsIn({ sentryDsn, origin: 'https://no..name', reports: 'on' });
});
afterAll(async () => {
  await ingest.close();
  await settings.remove();
});

const words = (text: string) => text.replace(/^[=-]+$/gm, ' ').match(/\S+/g) ?? [];
/** The rows with these names, which do not change over time. */
const rowsOf = (text: string, names: readonly string[]) =>
  names.map((name) => new RegExp(`^${name} .*`, 'm').exec(text)?.[0].replace(/ +/g, ' '));
async function copied(app: DiagnosticsApp): Promise<string> {
  await press(app, 'copy');
  await status(app, /^Copied/);
  return await app.main<string>('electron.clipboard.readText()');
}

describe('Help, Diagnostics', () => {
  let copy: AppCopy;
  let app: DiagnosticsApp;
  let env: Record<string, string>;
  const find = (test: string) =>
    `electron.BrowserWindow.getAllWindows().find((one) => ${test}one.webContents.getURL().includes('diagnostics'))`;
  /** In the app's own page. */
  const inApp = (expression: string) =>
    app.main(`${find('!')}.webContents.executeJavaScript(${JSON.stringify(expression)})`);
  const HEADING = `document.querySelector('h1').textContent`;
  const hasAll = async () => {
    const text = await factsOf(app);
    for (const heading of HEADINGS) expect(text).toContain(`${heading}\n===`);
  };
  const count = 'electron.BrowserWindow.getAllWindows().length';
  const oneWindow = () => until('one window', async () => (await app.main(count)) === 1);
  beforeAll(async () => {
    env = { ...settings.env, HOME: home, USERPROFILE: home };
    copy = await copyApp();
    app = await startWithMenu({ app: copy.folder, userData: join(home, 'data'), env });
    // An uncaught error with private data.
    await app.main(
      `void setTimeout(() => { throw new Error('jane.doe@example.com token=tok-secret-1 in ${home}/x') })`,
    );
    await until('the fault', () => app.stderr().includes(en.fault.otherMain.title));
    await app.open();
    await checked(app);
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
    await copy.remove();
  });

  it('says first what is wrong', async () => {
    expect(await app.page('document.title')).toMatch(/^\d+ problems? found – Diagnostics – Holdfast$/);
    expect(await app.page(`document.querySelector('section').innerText`)).toMatch(
      /^[23] problems found\s+(?:Pages run without .*\s+)?Errors in the last 24 hours: 1\. The latest: Something went wrong .*\s+Web app \(https:\/\/no\.\.name\) can’t be reached/,
    );
    await hasAll();
    // Tests run with or without a key ring.
    if (process.platform === 'linux')
      expect(await factsOf(app)).toMatch(/^Key store for cookies\s+[a-z]+_?[a-z\d]+$/m);
  });

  it('shows the same as Copy copies and --diagnostics prints, with a fault’s report id', async () => {
    const copy = await copied(app);
    expect(words(await factsOf(app))).toEqual(words(copy));
    const id = /[0-9a-f]{32}/.exec(copy)?.[0] ?? '';
    expect((await ingest.event(id)).contexts?.fault?.kind).toBe('main');
    expect(copy).toMatch(/^folder +~.data.outbox$/m);
    expect(copy).toMatch(/^counters +accepted: [1-9]/m);
    const isOff = electronArgs((await findElectron()).program).includes('--no-sandbox');
    expect(copy).toMatch(new RegExp(`^Page sandbox +${isOff ? 'off' : 'on'}$`, 'm'));
    // While the app is running.
    const { text } = await printed({ userData: app.userData, env });
    const steady = ['Holdfast', 'Chromium', 'Operating system', 'sentryDsn', 'reports', 'origin', 'folder'];
    expect(rowsOf(copy, steady)).toEqual(rowsOf(text, steady));
    expect(rowsOf(copy, steady)).not.toContain(undefined);
    // The running app's fault is on disk by now.
    expect(text).toMatch(new RegExp(`Something went wrong +${id} +main uncaughtException +/ `));
  });

  it('saves a support file without private data', async () => {
    await press(app, 'save');
    await status(app, /^Saved to /);
    const name = (await readdir(home)).find((one) => one.endsWith('.txt')) ?? '';
    expect(name).toMatch(/^holdfast-diagnostics-\d{4}-\d\d-\d\d-\d{6}\.txt$/);
    const file = await readFile(join(home, name), 'utf8');
    expect(words(file)).toEqual(words(await factsOf(app)));
    expect(file).toMatch(/^.* Something went wrong .* main uncaughtException .*~\/x/m);
    for (const secret of [home, 'jane.doe', '@example.com', 'tok-secret-1', KEY]) {
      expect(file).not.toContain(secret);
      if (secret !== 'jane.doe') expect(await factsOf(app)).not.toContain(secret);
    }
    await rm(join(home, name));
    await app.main(`void (electron.dialog.showSaveDialog = async () => ({ filePath: '/no/such/folder/x' }))`);
    await press(app, 'save');
    await status(app, /^Couldn’t save \/no\/such\/folder\/x \(ENOENT/);
  });

  it('runs no script, has no bridge, stays on its page, and is unreadable for the app’s page', async () => {
    for (const in_ of [app.page, inApp])
      expect(await in_('Object.keys(globalThis).filter((name) => /diagnostics/i.test(name))')).toEqual([]);
    expect(await app.page(`['holdfast', 'require'].filter((name) => name in globalThis)`)).toEqual([]);
    const text = await inApp(`fetch('/_holdfast/diagnostics').then((answer) => answer.text())`);
    expect(text).not.toMatch(/sentryDsn|Connections/);
    await app.page(`document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' })),
      void (location.href = '/')`);
    await press(app, 'check');
    await checked(app);
    expect(await app.page('location.href')).toContain('/_holdfast/diagnostics?');
    expect(await app.page(`'ran' in window`)).toBe(false);
  });

  it('opens once, and is not confused with the app’s window', async () => {
    await app.open();
    expect(await app.main(count)).toBe(2);
    expect(await inApp(HEADING)).toBe('404');
    expect(await app.page(HEADING)).toBe(en.diagnostics.title);
  });

  it('is replaced by a dialog if its process crashes, and the app continues', async () => {
    await app.main(`${find('')}.webContents.forcefullyCrashRenderer()`);
    await said(app, /^dialog: .*Diagnostics couldn’t be displayed/m);
    await oneWindow();
    expect(await inApp(HEADING)).toBe('404');
    await app.open();
    await checked(app);
    await hasAll();
  });

  it('is closed by its keys too; the app runs on with either window', async () => {
    for (const [keyCode, modifiers] of [
      ['Escape', []],
      ['w', ['control']],
    ] as const) {
      const event = JSON.stringify({ type: 'keyDown', keyCode, modifiers });
      await app.main(`${find('')}.webContents.sendInputEvent(${event})`);
      await oneWindow();
      await app.open();
      await checked(app);
    }
    await app.main(`${find('')}.close()`);
    await oneWindow();
    await app.open();
    await checked(app);
    await app.main(`${find('!')}.close()`);
    await oneWindow();
    await press(app, 'check');
    await checked(app);
    // As a second start does.
    await app.main(`void electron.app.emit('second-instance', {}, ['holdfast'], '/')`);
    await until('two windows', async () => (await app.main(count)) === 2);
  });

  it('is shown without the app’s renderer files, and says so', async () => {
    await app.main(`${find('')}.close()`);
    await rm(join(copy.folder, '.build', 'renderer'), { recursive: true });
    await app.main(`${find('!')}.webContents.reload()`);
    await until('the fault', async () =>
      String(await inApp('document.body.innerText')).includes(SERVER_ERROR),
    );
    await app.open();
    await checked(app);
    expect(await factsOf(app)).toContain(SERVER_ERROR);
  });
});
