/** Help, Diagnostics and `--diagnostics`: what the user sees, copies, saves and prints, whatever is broken. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fileFolder } from '../../electron/testFolder.ts';
import { type StartOptions, said, spawnApp } from '../../support/app.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { choose } from '../../support/menu.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { selfSigned } from '../../support/selfSigned.ts';
import { until } from '../../support/until.ts';
import { SERVER_ERROR } from '../../support/words.ts';

const KEY = 'abcdef0123456789abcdef0123456789';

/** The sections below the problems. */
const HEADINGS = 'Connections,Recent errors,Saved reports,Settings,App and computer,Limits';
const expectAll = (text: string) => {
  for (const heading of HEADINGS.split(',')) expect(text.split(`${heading}\n===`)).toHaveLength(2);
};

const folder = fileFolder();
/** The user's home, which contains all files of the test. */
const home = join(folder, 'home', 'jane.doe');

/** Settings in a file of their own, as the environment names it. */
async function settingsIn(name: string, settings: object): Promise<{ HOLDFAST_SETTINGS: string }> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(settings));
  return { HOLDFAST_SETTINGS: file };
}

/** What the app prints with `--diagnostics`. */
async function printed(options: StartOptions): Promise<string> {
  const app = await spawnApp({ ...options, args: ['--diagnostics'] });
  expect(await app.ended).toBe(0);
  return app.stdout();
}

await mkdir(home, { recursive: true });
const ingest = await startEnvelopeServer();
const sentryDsn = ingest.dsn.replace('//key@', `//${KEY}@`);
const env = await settingsIn('settings', { sentryDsn, origin: 'https://no..name', reports: 'on' });

describe('Help, Diagnostics', () => {
  const ofHome = { HOME: home, USERPROFILE: home };
  let copy = '';
  let app: Watched;
  const find = (test: string) =>
    `electron.BrowserWindow.getAllWindows().find((one) => ${test}one.webContents.getURL().includes('diagnostics'))`;
  /** In the app's own page. */
  const inApp = (expression: string) =>
    app.main(`${find('!')}.webContents.executeJavaScript(${JSON.stringify(expression)})`);
  const HEADING = `document.querySelector('h1').textContent`;
  const windows = (count: number) =>
    until(`${count} windows`, async () => (await app.windows()).length === count);
  async function open(): Promise<void> {
    await choose(app, 'diagnostics');
    await app.shows(en.diagnostics.title, 'Checked at');
  }
  /** Presses a button. Resolves to the result, which is on a new page. */
  async function press(name: 'check' | 'copy'): Promise<string> {
    await app.replacedBy(() => app.page(`document.querySelector('[value=${name}]').click()`));
    return await until('the result', () =>
      app.page<string | undefined>(`document.querySelector('#status')?.textContent`),
    );
  }
  const facts = () =>
    app.page<string>(
      `[...document.querySelectorAll('#facts :is(h2, li, pre)')].map((part) => part.textContent).join('\\n')`,
    );
  const words = (text: string) => text.replace(/^[=-]+$/gm, ' ').match(/\S+/g) ?? [];

  beforeAll(async () => {
    app = await watch({
      userData: join(home, 'data'),
      env: { ...env, ...ofHome },
      durations: { toldMs: 100 },
      alter(folder) {
        copy = folder;
        return Promise.resolve();
      },
    });
    await app.shows('404');
    // Nobody is there to use a native dialog. Then an uncaught error with private data.
    await app.main(
      `(electron.dialog.showErrorBox = (title) => console.error('dialog: ' + title), void setTimeout(() => { throw new Error('jane.doe@example.com token=tok-secret-1 in ${home}/x') }))`,
    );
    await until('the fault', () => app.stderr().includes(en.fault.otherMain.title));
    await open();
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
  });

  it('says first what is wrong', async () => {
    expect(await app.page('document.title')).toMatch(/^\d+ problems? found – Diagnostics – Holdfast$/);
    expect(await app.page(`document.querySelector('section').innerText`)).toMatch(
      /^[23] problems found\s+(?:Pages run without .*\s+)?Errors in the last 24 hours: 1\. The latest: Something went wrong .*\s+Web app \(https:\/\/no\.\.name\) can’t be reached/,
    );
    expectAll(await facts());
    // Tests run with or without a key ring.
    if (process.platform === 'linux')
      expect(await facts()).toMatch(/^Key store for cookies\s+[a-z]+_?[a-z\d]+$/m);
  });

  it('shows the same as Copy copies and --diagnostics prints, with a fault’s report id', async () => {
    expect(await press('copy')).toMatch(/^Copied/);
    const copied = await app.main<string>('electron.clipboard.readText()');
    expect(words(await facts())).toEqual(words(copied));
    const id = /[0-9a-f]{32}/.exec(copied)?.[0] ?? '';
    expect((await ingest.event(id)).contexts?.fault?.kind).toBe('main');
    expect(copied).toMatch(/^folder +~.data.outbox$/m);
    expect(copied).toMatch(/^counters +accepted: [1-9]/m);
    // While the app is running.
    const text = await printed({ userData: app.userData, env: { ...env, ...ofHome } });
    for (const name of ['Holdfast', 'Chromium', 'Page sandbox', 'sentryDsn', 'reports', 'origin', 'folder']) {
      const row = new RegExp(`^${name} .*`, 'm');
      expect(words(row.exec(copied)?.[0] ?? name)).toEqual(words(row.exec(text)?.[0] ?? ''));
    }
    // The running app's fault is on disk by now.
    expect(text).toMatch(new RegExp(`Something went wrong +${id} +main uncaughtException +/ `));
  });

  it('saves a support file without private data', async () => {
    // The user chooses this folder in the dialog.
    await app.main(`void electron.session.defaultSession.on('will-download', (_event, item) =>
      item.setSavePath(${JSON.stringify(`${home}/`)} + item.getFilename()))`);
    await app.press(en.diagnostics.save);
    const name = await until('the file', async () =>
      (await readdir(home)).find((one) => one.endsWith('.txt')),
    );
    expect(name).toMatch(/^holdfast-diagnostics-\d{4}-\d\d-\d\d-\d{6}\.txt$/);
    const read = () => readFile(join(home, name), 'utf8');
    await expect.poll(async () => words(await read())).toEqual(words(await facts()));
    const file = await read();
    expect(file).toMatch(/^.* Something went wrong .* main uncaughtException .*~\/x/m);
    for (const secret of [home, 'jane.doe', '@example.com', 'tok-secret-1', KEY])
      expect(file).not.toContain(secret);
  });

  it('runs no script, has no bridge, stays on its page, and is unreadable for the app’s page', async () => {
    expect(await app.page(`['holdfast', 'require'].filter((name) => name in globalThis)`)).toEqual([]);
    const text = await inApp(`fetch('/_holdfast/diagnostics').then((answer) => answer.text())`);
    expect(text).not.toMatch(/sentryDsn|Connections/);
    await app.page(`document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' })),
      void (location.href = '/')`);
    expect(await app.page(`'ran' in window`)).toBe(false);
    expect(await press('check')).toMatch(/^Checked/);
    expect(await app.page('location.href')).toContain('/_holdfast/diagnostics?');
  });

  it('opens once, and is replaced by a dialog if its process crashes: the app continues', async () => {
    await choose(app, 'diagnostics');
    await windows(2);
    await app.main(`${find('')}.webContents.forcefullyCrashRenderer()`);
    await said(app, /^dialog: Diagnostics couldn’t be displayed/m);
    await windows(1);
    expect(await inApp(HEADING)).toBe('404');
    await open();
    expectAll(await facts());
  });

  it('is closed by its keys too; the app runs on with either window', async () => {
    for (const key of [{ keyCode: 'Escape' }, { keyCode: 'w', modifiers: ['control'] }]) {
      const event = JSON.stringify({ type: 'keyDown', ...key });
      await app.main(`${find('')}.webContents.sendInputEvent(${event})`);
      await windows(1);
      await open();
    }
    await app.main(`${find('!')}.close()`);
    await windows(1);
    expect(await press('check')).toMatch(/^Checked/);
    // As a second start does.
    await app.main(`void electron.app.emit('second-instance', {}, ['holdfast'], '/')`);
    await windows(2);
  });

  it('is shown without the app’s renderer files, and says so', async () => {
    await app.main(`${find('')}.close()`);
    await rm(join(copy, '.build', 'renderer'), { recursive: true });
    await app.main(`${find('!')}.webContents.reload()`);
    await app.shows(SERVER_ERROR);
    await open();
    expect(await facts()).toContain(SERVER_ERROR);
  });
});

// Without a folder Chromium needs three seconds to end, so the starts run at the same time.
describe.concurrent('--diagnostics', () => {
  it('prints everything and exits with 0, although a server cannot be reached, and leaves no files', async () => {
    const temporary = join(folder, 'temporary');
    await mkdir(temporary);
    const userData = join(folder, 'missing');
    const places = { TMPDIR: temporary, TEMP: temporary, TMP: temporary };
    const text = await printed({ userData, env: { ...env, ...places } });
    expectAll(text);
    // As root, where Electron needs --no-sandbox.
    const unsandboxed = /^1 problem found\n=+\n\nPages run without the Chromium sandbox/;
    expect(text).toMatch(/^Page sandbox +off$/m.test(text) ? unsandboxed : /^No problems found\n/);
    expect(text).toMatch(/^Web app \(https:\/\/no\.\.name\) can’t be reached: .*ERR_NAME_NOT_RESOLVED/m);
    expect(text).toMatch(/^sentryDsn +http:\/\/\*\*\*@127\.0\.0\.1:\d+\/1 +.*settings\.json$/m);
    expect(text).toMatch(/^Error reports .* OK +\d+ ms +the server answered with 200$/m);
    expect(text).toMatch(/^folder +.*missing.outbox$/m);
    expect(text).not.toContain(KEY);
    // Chromium creates this folder before any code of ours runs.
    expect(await readdir(userData).catch(() => [])).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
  });

  it('says first that the folder is not writable, also where Chromium finds no display; ends in time if a server never answers, names the issuer of an untrusted certificate, and requests nothing there', async () => {
    const silent = createServer(() => undefined);
    let requests = 0;
    const untrusted = createHttps(selfSigned('Somebody else'), () => requests++);
    const address = async (server: Server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const own = await settingsIn('own', {
      origin: `https://${await address(silent)}`,
      sentryDsn: `https://${KEY}@${await address(untrusted)}/1`,
    });
    const none = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined, XDG_RUNTIME_DIR: undefined };
    // Root can write everywhere except there.
    const userData = process.getuid?.() === 0 ? '/sys/holdfast' : '/holdfast';
    const text = await printed({ userData, env: { ...own, ...none }, durations: { probeMs: 8_000 } });
    for (const server of [silent, untrusted]) server.close();
    expectAll(text);
    const unwritable =
      /^[12] problems? found\n=+\n\n.*outbox can’t be written to: .* \((EPERM|EACCES|EROFS)\)/;
    if (process.platform !== 'win32') expect(text).toMatch(unwritable);
    expect(text).toMatch(
      /^Web app .* Failed +\d+ ms +The server took too long to answer \(ERR_TIMED_OUT\)$/m,
    );
    expect(text).toMatch(
      /^Error reports .* Failed .*\(ERR_CERT_\w+\), certificate issued by Somebody else$/m,
    );
    expect(requests).toBe(0);
  });
});
