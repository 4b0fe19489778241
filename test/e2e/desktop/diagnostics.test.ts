/** Help, Diagnostics and --diagnostics, as a person uses them and as whoever helps them reads what came of it. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findElectron } from '../../../electron/dev/electron.ts';
import { appEnvironment, electronArgs } from '../../../electron/dev/launch.ts';
import { APP, type RunningApp, spawnApp, startApp } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';
import { type DiagnosticsApp, printed, settingsIn, startWithMenu } from '../../support/diagnosticsApp.ts';
import { type Ingest, startIngest } from '../../support/ingest.ts';
import { background, painted } from '../../support/pixels.ts';
import { said } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const KEY = 'abcdef0123456789abcdef0123456789';
/** Sections in the order in which they are read. */
const HEADINGS = ['Versions', 'Settings', 'Limits', 'Outbox', 'Last faults', 'Connectivity'];

/** Namespaces are Linux's, and a machine may refuse them. */
const namespaces = spawnSync('unshare', ['--map-root-user', '--net', 'true']).status === 0;
if (!namespaces) console.log('--diagnostics offline: not checked, this machine has no network namespaces.');

let ingest: Ingest;
let settings: Awaited<ReturnType<typeof settingsIn>>;
let folder: string;
/** A person's home, in which all of it lies. */
let home: string;
beforeAll(async () => {
  ingest = await startIngest();
  folder = await mkdtemp(join(tmpdir(), 'holdfast-diagnostics-'));
  home = join(folder, 'home', 'jane.doe');
  await mkdir(home, { recursive: true });
  settings = await settingsIn({
    sentryDsn: ingest.dsn.replace('//key@', `//${KEY}@`),
    origin: 'http://no..name',
    reports: 'on',
  });
});
afterAll(async () => {
  await ingest.close();
  await settings.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const words = (text: string) => text.replace(/^[=-]+$/gm, ' ').match(/\S+/g) ?? [];
/** The rows of a text or of a page that begin with a name: the same facts at different times. */
const rowsOf = (text: string, names: readonly string[]) =>
  names.map((name) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.replace(/ +/g, ' '),
  );
const STEADY = [
  'Holdfast',
  'Chromium',
  'Node',
  'System',
  'Architecture',
  'sentryDsn',
  'reports',
  'origin',
  'Folder',
];

const factsOf = (page: Page) =>
  page.locator('#facts').evaluate((facts) => {
    const cells = [...facts.querySelectorAll('h2, p, caption, th, td')];
    return cells.map((cell) => cell.textContent ?? '').join('\n');
  });

/** Not by the mouse: another window may lie over it, and one that is covered paints nothing. */
const press = (it: Locator) => it.dispatchEvent('click');

/** Waits until what was checked is shown, and pastes what Copy copied. */
async function copied(page: Page): Promise<string> {
  await press(page.getByRole('button', { name: 'Copy' }));
  await page.getByText('Copied.').waitFor();
  await page.evaluate(() => document.body.prepend(document.createElement('textarea')));
  await page.locator('textarea').press('ControlOrMeta+V');
  const text = await page.locator('textarea').inputValue();
  await page.evaluate(() => document.querySelector('textarea')?.remove());
  return text;
}
const checked = (page: Page) => page.getByText(/^Checked at/).waitFor();

describe('--diagnostics', () => {
  it('prints all of it and ends with 0, although a server cannot be reached', async () => {
    const { text, code } = await printed({ env: settings.env });
    expect(code).toBe(0);
    expect(HEADINGS.map((heading) => text.includes(`${heading}\n${'='.repeat(heading.length)}\n`))).toEqual(
      HEADINGS.map(() => true),
    );
    expect(text).toMatch(/^sentryDsn +http:\/\/\*\*\*@127\.0\.0\.1:\d+\/1 +.*settings\.json$/m);
    expect(text).toMatch(/^name +failed +\d+ ms +no such name \(ENOTFOUND\)$/m);
    expect(text).toMatch(/^HTTP +ok +\d+ ms +the server answered with 200$/m);
    expect(text).not.toContain(KEY);
  });

  it('makes nothing where the folder of the person is missing', async () => {
    const userData = join(folder, 'missing');
    const { text, code } = await printed({ userData, env: settings.env });
    expect(code).toBe(0);
    expect(text).toMatch(/^Folder +.*missing.outbox$/m);
    // Chromium itself makes the folder that it was given before any code of ours runs.
    expect(await readdir(userData).catch(() => [])).toEqual([]);
  });

  it('leaves nothing where temporary files are', async () => {
    const temporary = join(folder, 'temporary');
    await mkdir(temporary);
    const env = { ...settings.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary };
    const { text, code } = await printed({ env });
    expect(code).toBe(0);
    expect(text).toContain('the server answered with 200');
    expect(await readdir(temporary)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('says that the folder may not be written', async () => {
    // Root may write everywhere but where the system itself says no.
    const userData = process.getuid?.() === 0 ? '/sys/holdfast' : '/holdfast';
    const { text, code } = await printed({ userData, env: settings.env });
    expect(code).toBe(0);
    expect(text).toMatch(/outbox cannot be written: .* \((EPERM|EACCES|EROFS)\)/);
    expect(text).toContain('the server answered with 200');
  });

  it('names what is wrong with the settings, and needs no network without servers', async () => {
    const file = join(folder, 'bad.json');
    await writeFile(file, '{ "reports": "perhaps" }');
    const { text, code } = await printed({ env: { HOLDFAST_SETTINGS: file } });
    expect(code).toBe(0);
    expect(text).toContain('bad.json: "reports" must be "ask", "on" or "off"');
    expect(text).toMatch(/^origin: not checked: the setting "origin" is not set\.$/m);
  });

  it('ends in time where a server never answers', async () => {
    const silent: Server = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const own = await settingsIn({ origin: `https://127.0.0.1:${port}` });
    const { text, code } = await printed({ env: own.env });
    silent.close();
    await own.remove();
    expect(code).toBe(0);
    expect(text).toMatch(/^TLS +failed +\d+ ms +no answer within 5 s$/m);
  });

  it.skipIf(!namespaces)('prints without any network, and says so', async () => {
    const own = await settingsIn({
      origin: 'http://192.0.2.1',
      sentryDsn: `https://${KEY}@sentry.example.com/1`,
    });
    const { program } = await findElectron();
    const args = [...electronArgs(), APP, `--user-data-dir=${join(folder, 'offline')}`, '--diagnostics'];
    const inside = ['--map-root-user', '--net', program, ...args];
    const env = { ...appEnvironment(), ...own.env };
    const { stdout, status } = spawnSync('unshare', inside, { env, encoding: 'utf8', timeout: 50_000 });
    await own.remove();
    expect(status).toBe(0);
    expect(stdout).toMatch(/^connection +failed +\d+ ms +no way to that network \(ENETUNREACH\)$/m);
    expect(stdout).toMatch(/^name +failed +\d+ ms +.+ \((ENOTFOUND|EAI_AGAIN)\)$/m);
    expect(stdout).toContain('Last faults');
  });

  it('prints beside an app that runs, which stays as it was', async () => {
    const app = await startApp({ env: settings.env });
    await app.page.getByText('This page could not be found.').waitFor();
    const { text, code } = await printed({ userData: app.userData, env: settings.env });
    expect(code).toBe(0);
    expect(text).toContain('the server answered with 200');
    const pages = app.browser.contexts().flatMap((context) => context.pages());
    expect(pages.filter((page) => page.url() !== 'about:blank')).toHaveLength(1);
    expect(await app.stop()).toBe(0);
  });
});

describe('Help, Diagnostics', () => {
  let app: DiagnosticsApp;
  let page: Page;
  let userData: string;
  beforeAll(async () => {
    userData = join(home, 'data');
    const env = { ...settings.env, HOME: home, USERPROFILE: home };
    app = await startWithMenu({ userData, env });
    // Where nobody catches it, with much that is private.
    await app.main(
      `void setTimeout(() => { throw new Error('jane.doe@example.com token=tok-secret-1 in ${home}/x') })`,
    );
    await until('the fault', () => app.stderr().includes('Something went wrong'));
    page = await app.open();
    await checked(page);
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
  });

  it('is painted, with all sections, in light and dark', async () => {
    expect(await page.locator('h1').textContent()).toBe('Diagnostics');
    expect(await page.locator('h2').allTextContents()).toEqual(HEADINGS);
    for (const [colorScheme, colour] of [
      ['light', '#ffffff'],
      ['dark', '#000000'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const picture = await page.screenshot();
      expect(background(picture)).toBe(colour);
      expect(painted(picture)).toBeGreaterThan(0.01);
    }
  });

  it.each(['light', 'dark'] as const)('is free of accessibility faults in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => (await window.axe.run()).violations);
    expect(found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  it('fits a narrow window without scrolling sideways', async () => {
    await page.setViewportSize({ width: 320, height: 480 });
    const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content).toBeLessThanOrEqual(width as number);
    await page.setViewportSize({ width: 860, height: 720 });
  });

  it('shows the facts that Copy copies, and no others', async () => {
    const shown = await factsOf(page);
    const text = await copied(page);
    expect(words(shown)).toEqual(words(text));
  });

  it('shows the same as --diagnostics prints', async () => {
    const { text } = await printed({ userData, env: { ...settings.env, HOME: home, USERPROFILE: home } });
    const copy = await copied(page);
    expect(rowsOf(copy, STEADY)).toEqual(rowsOf(text, STEADY));
    expect(rowsOf(copy, STEADY)).not.toContain(undefined);
    // The fault of the running app is on disk by now.
    expect(text).toMatch(/ Something went wrong +[0-9a-f]{32} +uncaughtException +main /);
    expect(words(text).filter((word) => /^[0-9a-f]{32}$/.test(word))).toEqual(
      words(copy).filter((word) => /^[0-9a-f]{32}$/.test(word)),
    );
  });

  it('counts what the outbox did, and names the report of a fault', async () => {
    const text = await copied(page);
    const id = /[0-9a-f]{32}/.exec(text)?.[0] ?? '';
    expect((await ingest.event(id)).contexts?.fault?.kind).toBe('main');
    expect(text).toMatch(/^In this run: accepted +[1-9]/m);
    expect(text).toMatch(/^Folder +~.data.outbox$/m);
  });

  it('checks again when asked', async () => {
    const before = await copied(page);
    await press(page.getByRole('button', { name: 'Check again' }));
    await until(
      'other facts',
      async () => !(await factsOf(page)).includes(/^Time +(\S+)/m.exec(before)?.[1] ?? '?'),
    );
    await checked(page);
    expect(await page.getByText('the server answered with 200').count()).toBe(1);
  });

  it('saves a support file that holds nothing private', async () => {
    await press(page.getByRole('button', { name: 'Save support file' }));
    await page.getByText(/^Saved: /).waitFor();
    const name = (await readdir(home)).find((one) => one.endsWith('.json')) ?? '';
    expect(name).toMatch(/^holdfast-diagnostics-\d{4}-\d\d-\d\d-\d{6}\.json$/);
    const file = await readFile(join(home, name), 'utf8');
    const facts = JSON.parse(file);
    expect(facts.format).toBe(1);
    expect(facts.faults.list[0]).toMatchObject({ kind: 'main', detail: expect.stringContaining('~/x') });
    expect(facts.connectivity).toHaveLength(2);
    for (const secret of [home, 'jane.doe', '@example.com', 'tok-secret-1', KEY])
      expect(file).not.toContain(secret);
    for (const secret of ['@example.com', 'tok-secret-1', KEY, home])
      expect(await factsOf(page)).not.toContain(secret);
    expect(words(await factsOf(page))).toEqual(words(await copied(page)));
  });

  it('has its own bridge and nothing else, and the app has none of it', async () => {
    const globals = (one: Page) =>
      one.evaluate(() =>
        Object.keys(globalThis)
          .filter((name) => /holdfast|sentry/i.test(name))
          .sort(),
      );
    expect(await globals(page)).toEqual(['holdfastDiagnostics']);
    expect(await page.evaluate('Object.keys(holdfastDiagnostics).sort()')).toEqual(['check', 'save']);
    expect(await globals(app.page)).not.toContain('holdfastDiagnostics');
  });

  it("cannot be read by the app's pages", async () => {
    const text = await app.page.evaluate(async () => await (await fetch('/_holdfast/diagnostics')).text());
    expect(text).not.toMatch(/sentryDsn|Connectivity/);
  });

  it('stays on its page', async () => {
    const before = page.url();
    await page.evaluate(() => {
      location.href = '/';
    });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(page.url()).toBe(before);
  });

  it('is opened once', async () => {
    await app.open();
    expect(await app.main('electron.BrowserWindow.getAllWindows().length')).toBe(2);
  });

  it('is not taken for the window of the app', async () => {
    // The fault of main is shown where the app is, not here.
    expect(await app.page.locator('h1').textContent()).toBe('uncaughtException');
    expect(await page.locator('h1').textContent()).toBe('Diagnostics');
  });
});

describe('a file that cannot be saved', () => {
  it('is told in the page', async () => {
    const gone = join(folder, 'gone');
    await mkdir(gone);
    const app = await startWithMenu({
      env: { HOME: gone, USERPROFILE: gone },
    });
    const page = await app.open();
    await checked(page);
    await rm(gone, { recursive: true });
    await press(page.getByRole('button', { name: 'Save support file' }));
    await page.getByText(/^Not saved: .*could not be written \(ENOENT/).waitFor();
    expect(await app.stop()).toBe(0);
  });
});

describe('the windows', () => {
  const closeOthers = `electron.BrowserWindow.getAllWindows()
    .find((one) => !one.webContents.getURL().includes('diagnostics')).close()`;
  const count = 'electron.BrowserWindow.getAllWindows().length';
  let app: DiagnosticsApp;
  afterEach(async () => {
    if (app.process.exitCode === null) await app.stop();
  });

  it('are closed one by one: the app ends with the last', async () => {
    app = await startWithMenu();
    await (await app.open()).close();
    await until('one window', async () => (await app.main(count)) === 1);
    const page = await app.open();
    await checked(page);
    await app.main(closeOthers);
    await until('one window', async () => (await app.main(count)) === 1);
    await press(page.getByRole('button', { name: 'Check again' }));
    await checked(page);
    // A second start opens the app again.
    const ended = await spawnApp({ userData: app.userData });
    expect(await ended.ended).toBe(0);
    await until('two windows', async () => (await app.main(count)) === 2);
    expect(await app.stop()).toBe(0);
  });

  it('are not taken for each other when a page crashes: the app is loaded again, the diagnostics stay', async () => {
    app = await startWithMenu();
    const page = await app.open();
    await checked(page);
    const address = page.url();
    await app.page.evaluate(() => Object.assign(window, { isOld: true }));
    await app.main(
      `electron.BrowserWindow.getAllWindows().find((one) => !one.webContents.getURL().includes('diagnostics')).webContents.forcefullyCrashRenderer()`,
    );
    await until('the app, loaded again', async () => {
      const loaded = `electron.BrowserWindow.getAllWindows().find((one) => !one.webContents.getURL().includes('diagnostics'))
        ?.webContents.executeJavaScript('!window.isOld && document.querySelector("h1")?.textContent')`;
      return (await app.main(loaded, 1_000).catch(() => '')) === '404';
    });
    expect(page.url()).toBe(address);
    await press(page.getByRole('button', { name: 'Check again' }));
    await until('the fault', async () => (await factsOf(page)).includes('The page stopped working'));
    expect(await app.stop()).toBe(0);
  });

  it('a dialog stands for the diagnostics when their process is lost, and the app goes on', async () => {
    app = await startWithMenu();
    const page = await app.open();
    await checked(page);
    await app.main(
      `electron.BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('diagnostics')).webContents.forcefullyCrashRenderer()`,
    );
    await said(app, /^dialog: .*The diagnostics could not be shown/m);
    await until('one window', async () => (await app.main(count)) === 1);
    expect(await app.page.locator('h1').textContent()).toBe('404');
    expect(await (await app.open()).locator('h2').allTextContents()).toEqual(HEADINGS);
  });
});

describe('an app that is broken', () => {
  let copy: AppCopy;
  let app: DiagnosticsApp | undefined;
  afterEach(async () => {
    await app?.stop();
    app = undefined;
    await copy.remove();
  });

  it('without its own page: the diagnostics work', async () => {
    copy = await copyApp();
    await rm(join(copy.folder, '.build', 'renderer', 'index.html'));
    app = await startWithMenu({ app: copy.folder });
    const page = await app.open();
    await checked(page);
    expect(await page.locator('h2').allTextContents()).toEqual(HEADINGS);
    expect(await factsOf(page)).toContain('Internal Server Error');
  });

  it('without any file of the page: the facts stand there, and the link checks again', async () => {
    copy = await copyApp();
    await rm(join(copy.folder, '.build', 'renderer'), { recursive: true });
    app = await startWithMenu({ app: copy.folder });
    const page = await app.open();
    expect(await page.locator('h2').allTextContents()).toEqual(HEADINGS);
    // The app's own window, which has its troubles here, may come to lie over it.
    await until('the painted diagnostics', async () => {
      await app?.open();
      const picture = await page.screenshot({ timeout: 5_000 }).catch(() => undefined);
      return picture && painted(picture) > 0.01;
    });
    const before = await factsOf(page);
    await press(page.getByRole('link', { name: 'Check again' }));
    await until('other facts', async () => (await factsOf(page)) !== before);
  });
});

describe('a page that got hold of all channels', () => {
  const RAW = `;{ const { contextBridge, ipcRenderer } = require('electron');
    contextBridge.exposeInMainWorld('raw', { invoke: (...args) => ipcRenderer.invoke(...args) }); }`;
  let copy: AppCopy;
  let app: DiagnosticsApp;
  beforeAll(async () => {
    copy = await copyApp();
    for (const name of ['preload', 'diagnosticsPreload']) {
      const file = join(copy.folder, '.build', 'preload', `${name}.cjs`);
      await writeFile(file, (await readFile(file, 'utf8')) + RAW);
    }
    app = await startWithMenu({ app: copy.folder });
  });
  afterAll(async () => {
    await app.stop();
    await copy.remove();
  });

  const invoke = (page: RunningApp['page'], ...args: unknown[]) =>
    page.evaluate(
      (all) =>
        (window as never as { raw: { invoke(...a: unknown[]): Promise<unknown> } }).raw
          .invoke(...all)
          .then(() => 'answered', String),
      args,
    );

  it('is refused those that are not its own', async () => {
    const page = await app.open();
    await checked(page);
    expect(await invoke(page, 'holdfast:consent', 'off')).toContain('was refused');
    expect(await invoke(app.page, 'holdfast:diagnostics-check')).toContain('was refused');
    expect(await invoke(app.page, 'holdfast:diagnostics-save')).toContain('was refused');
    expect(await invoke(page, 'holdfast:diagnostics-check', 'more')).toContain('was refused');
    expect(await invoke(page, 'holdfast:diagnostics-check')).toBe('answered');
  });
});
