/**
 * The security matrix: one test for each item of Electron's security checklist (docs/tutorial/security.md), in its
 * order, and one for each fuse. Each asks the running app where the runtime can show it, else the built files.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findElectron } from '../../../electron/dev/electron.ts';
import { checkFuses, setFuses } from '../../../electron/dev/package/fuses.ts';
import { checkSetting } from '../../../electron/settings/schema.ts';
import { APP, PROJECT } from '../../support/app.ts';
import { until } from '../../support/until.ts';
import { closeDiagnostics, type MatrixApp, openDiagnostics, press, startMatrixApp } from './app.ts';
import { VALID } from './messages.ts';

const contents = 'electron.BrowserWindow.getAllWindows()[0].webContents';
const isLinux = process.platform === 'linux';

describe("Electron's security checklist", () => {
  let app: MatrixApp;
  /** How the windows of the app were made: the app's own, then that of the diagnostics. */
  let windows: Electron.WebPreferences[];
  beforeAll(async () => {
    app = await startMatrixApp();
    await app.shows('This page could not be found.');
    await until('telemetry in the page', () => app.page("'__SENTRY__' in globalThis"));
    await openDiagnostics(app);
    await closeDiagnostics(app);
    windows = await app.main('globalThis.noted.windows');
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
  });
  beforeEach(async () => {
    // Whatever a weakness has let happen.
    await app.main(`electron.BrowserWindow.getAllWindows()[0].loadURL('app://shell/').catch(String)`);
    await app.shows('This page could not be found.');
    app.asked.length = 0;
  });

  /** One setting of every window, as it was made. */
  const preference = (name: keyof Electron.WebPreferences) => windows.map((one) => one[name]);
  /** Waits until the attempt to reach an address outside was refused, or has succeeded. */
  const decided = (address: string) =>
    until(`a decision about ${address}`, async () => {
      const isTold = app.stderr().includes(`The page wanted to open ${address}: refused`);
      const { host } = new URL(address);
      return (
        isTold || app.asked.some((one) => one.startsWith(host)) || `${await app.opened()}`.includes(host)
      );
    });

  it('every window there can be is among those that are looked at', () => {
    // All windows are made in one place.
    expect(app.built.match(/new \w+\.BrowserWindow\(/g)).toHaveLength(1);
    expect(windows).toHaveLength(2);
  });

  it('1. only load secure content', async () => {
    expect(await app.page('isSecureContext')).toBe(true);
    const loaded = await app.main<string[]>('globalThis.requests');
    expect(loaded.length).toBeGreaterThan(2);
    expect(loaded.filter((url) => !url.startsWith('app://shell/'))).toEqual([]);
    expect(checkSetting('updateUrl', 'http://updates.example.com/')).toHaveProperty('problem');
  });

  it('2. no Node integration for pages', async () => {
    const names = ['nodeIntegration', 'nodeIntegrationInSubFrames', 'nodeIntegrationInWorker'] as const;
    expect(names.flatMap(preference).filter(Boolean)).toEqual([]);
    expect(preference('nodeIntegration')).toEqual([false, false]);
    const node = ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname'];
    expect(await app.page(`${JSON.stringify(node)}.filter((name) => name in globalThis)`)).toEqual([]);
  });

  it('3. context isolation', async () => {
    expect(preference('contextIsolation')).toEqual([true, true]);
    // What a page changes of its own world does not reach the preload's.
    const seen = await app.page<unknown[]>(`(async () => {
      const seen = [];
      const { call, apply } = Function.prototype;
      Function.prototype.call = function (...args) { seen.push(String(args[0])); return apply.call(call, this, args); };
      Object.defineProperty(Object.prototype, 'invoke', { set() { seen.push('set'); }, configurable: true });
      await holdfast.telemetry.settings();
      Function.prototype.call = call;
      delete Object.prototype.invoke;
      return seen.filter((one) => /ipc|electron|process/i.test(one));
    })()`);
    expect(seen).toEqual([]);
    expect(await app.page('Object.isFrozen(holdfast)')).toBe(true);
  });

  it('4. the sandbox is on', () => {
    expect(preference('sandbox')).toEqual([true, true]);
    expect(app.built).not.toMatch(/appendSwitch\(\s*[`'"]no-sandbox/);
  });

  it('5. permissions are refused unless they are needed', async () => {
    const states = await app.page<Record<string, string>>(`(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read', 'clipboard-write',
        'idle-detection'];
      const states = names.map(async (name) => [name, (await navigator.permissions.query({ name })).state]);
      return Object.fromEntries(await Promise.all(states));
    })()`);
    // Copy details writes text to the clipboard.
    const { 'clipboard-write': copies, ...others } = states;
    expect(copies).toBe('granted');
    expect([...new Set(Object.values(others))]).toEqual(['denied']);
    expect(await app.page('Notification.requestPermission()')).toBe('denied');
    const place =
      'new Promise((resolve) => navigator.geolocation.getCurrentPosition(resolve, ({ code }) => resolve(code)))';
    // PERMISSION_DENIED
    expect(await app.page(place)).toBe(1);
  });

  it('6. web security stays on', () => {
    expect(preference('webSecurity')).toEqual([true, true]);
    expect(app.built).not.toMatch(/disable-web-security|disable-site-isolation|ignore-certificate-errors/);
  });

  it('7. a content security policy on every answer', async () => {
    const script = await app.page<string>('document.scripts[0].src');
    const paths = [
      new URL(script).pathname,
      '/',
      '/nowhere',
      '/%',
      '/_next/data/b/x.json',
      '/_next/image?url=x',
    ];
    const policies = await app.page<(string | null)[]>(`Promise.all(${JSON.stringify(paths)}.flatMap((path) =>
      ['GET', 'POST'].map(async (method) =>
        (await fetch(path, { method })).headers.get('content-security-policy'))))`);
    expect(policies).toHaveLength(paths.length * 2);
    for (const policy of policies) {
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/script-src (app:\/\/shell\/assets\/|'none')(;|$)/);
      expect(policy).not.toMatch(/unsafe-|\*|blob:|data:|https?:/);
    }
    const outside = app.outside('policy');
    const broken = await app.page<string[]>(
      `(async () => {
      const broken = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => broken.push(effectiveDirective));
      const add = (tag, values) => document.body.append(Object.assign(document.createElement(tag), values));
      add('script', { textContent: 'globalThis.injected = true' });
      add('script', { src: '${outside}/script' });
      add('img', { src: '${outside}/image' });
      add('iframe', { src: '${outside}/frame' });
      await fetch('${outside}/fetch').catch(() => undefined);
      while (new Set(broken).size < 4 && !globalThis.injected) await new Promise((resolve) => setTimeout(resolve, 20));
      return [...new Set(broken)].sort();
    })()`,
      10_000,
    );
    expect(broken).toEqual(['connect-src', 'frame-src', 'img-src', 'script-src-elem']);
    expect(await app.page("'injected' in globalThis")).toBe(false);
    expect(app.asked).toEqual([]);
  });

  it('8. no insecure content on secure pages', () => {
    expect(preference('allowRunningInsecureContent').filter(Boolean)).toEqual([]);
    expect(app.built).not.toContain('allow-running-insecure-content');
  });

  it('9. no experimental features', () => {
    expect(preference('experimentalFeatures').filter(Boolean)).toEqual([]);
    expect(app.built).not.toMatch(/enable-experimental-web-platform-features/);
  });

  it('10. no Blink features switched on', () => {
    expect(preference('enableBlinkFeatures').filter(Boolean)).toEqual([]);
    expect(app.built).not.toMatch(/appendSwitch\(\s*[`'"]enable-blink-features/);
  });

  it('11. no webviews, and so none that opens windows', async () => {
    expect(preference('webviewTag').filter(Boolean)).toEqual([]);
    expect(await app.page("'getWebContentsId' in document.createElement('webview')")).toBe(false);
    const index = await readFile(join(APP, '.build', 'renderer', 'index.html'), 'utf8');
    expect(index).not.toMatch(/<webview|allowpopups/);
  });

  it('12. a webview that would be attached all the same is refused', async () => {
    const refused = await app.main<boolean[]>(`electron.webContents.getAllWebContents().map((contents) => {
      let refused = false;
      const event = { preventDefault() { refused = true; }, get defaultPrevented() { return refused; } };
      contents.emit('will-attach-webview', event, {}, { src: 'app://shell/' });
      return refused;
    })`);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused).not.toContain(false);
  });

  it('13. navigation stays inside the app', async () => {
    const leave: [string, (address: string) => string][] = [
      ['script', (address) => `location.assign('${address}')`],
      ['link', (address) => `Object.assign(document.createElement('a'), { href: '${address}' }).click()`],
      [
        'meta',
        (address) =>
          `document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=${address}' }))`,
      ],
    ];
    for (const [name, code] of leave) {
      const address = app.outside(name);
      await app.page(`void setTimeout(() => ${code(`${address}/`)})`);
      await decided(address);
    }
    for (const address of ['file:///etc/passwd', 'data:text/html,x']) {
      await app.page(`void setTimeout(() => location.assign('${address}'))`);
    }
    const last = app.outside('last');
    await app.page(`void setTimeout(() => location.assign('${last}/'), 50)`);
    await decided(last);
    expect(app.asked).toEqual([]);
    expect(await app.main(`${contents}.getURL()`)).toBe('app://shell/');
  });

  it('14. no new windows', async () => {
    const address = app.outside('window');
    const opened = await app.page(
      `['/other', 'about:blank', '${address}/'].map((url) => window.open(url) === null)`,
    );
    expect(opened).toEqual([true, true, true]);
    await decided(address);
    expect(await app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
    expect(await app.windows()).toHaveLength(1);
    expect(app.asked).toEqual([]);
  });

  it.runIf(isLinux)(
    '15. nothing opens in the browser that a person did not click, and no odd scheme',
    async () => {
      // Other tests may have let something through.
      const before = (await app.opened()).length;
      await app.page(`void window.open('${app.outside('unasked')}/')`);
      await decided(app.outside('unasked'));
      const odd = [
        'file:///etc/passwd',
        'smb://example.com/share',
        'javascript:void 0',
        'vscode://x',
        'holdfast://open/x',
      ];
      const all = [...odd, 'https://example.com/clicked'];
      await press(app, `for (const url of ${JSON.stringify(all).replaceAll('"', "'")}) window.open(url)`);
      await until('the link', async () => (await app.opened()).includes('https://example.com/clicked'));
      expect((await app.opened()).slice(before)).toEqual(['https://example.com/clicked']);
    },
  );

  it('16. a current Electron is what ships', async () => {
    const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
    const { devDependencies } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
    const { packages } = JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8'));
    // Fixes come with every `npm update`.
    expect(devDependencies.electron).toMatch(/^\^\d+\.\d+\.\d+$/);
    expect(packages['node_modules/electron'].version).toBe(version);
    const running = await app.main<string>('process.versions.electron');
    // The older one from npm is for tests, and `npm run dist` names what it packs of it so.
    const { version: found, isForTests } = await findElectron();
    expect(running).toBe(isForTests ? found : version);
  });

  it('17. every message is checked for its sender', async () => {
    const heard = await app.main<string[]>('globalThis.noted.messages.map(({ channel }) => channel)');
    // One listener for each, so that none is heard by somebody who does not check it.
    expect([...heard].sort()).toEqual(Object.keys(VALID).sort());
    const inDiagnostics = await openDiagnostics(app);
    const counts = async () => {
      await inDiagnostics(`document.querySelector('[data-action=refresh]').click()`);
      const checked = `document.querySelector('#status').textContent.startsWith('Checked')`;
      await until('the checked connections', () => inDiagnostics<boolean>(checked));
      const text = await inDiagnostics<string>(`document.querySelector('#facts').textContent`);
      return [...text.matchAll(/blocked on (\S+): (\d+)\./g)].map(
        ([, channel = '', count]) => [channel, Number(count)] as const,
      );
    };
    const before = await counts();
    const done = await app.main(`(async () => {
      const contents = electron.BrowserWindow.getAllWindows()[0].webContents;
      const frame = { url: 'app://shell/', parent: null };
      const forged = [
        { sender: contents, senderFrame: null },
        { sender: contents, senderFrame: { ...frame, parent: frame } },
        { sender: contents, senderFrame: { url: 'https://example.com/', parent: null } },
        { sender: { id: 4711 }, senderFrame: frame },
      ];
      const valid = ${JSON.stringify(VALID)};
      const answers = [];
      for (const { kind, channel, listener } of globalThis.noted.messages) {
        for (const event of forged) {
          if (kind === 'on') electron.ipcMain.emit(channel, event, ...valid[channel]);
          else answers.push(await Promise.resolve().then(() => listener(event, ...valid[channel])).then(() => 'answered', String));
        }
      }
      return answers.filter((answer) => !/was refused/.test(answer));
    })()`);
    const after = await counts();
    await closeDiagnostics(app);
    expect(before).toEqual([]);
    expect(done).toEqual([]);
    expect(Object.fromEntries(after ?? [])).toEqual(Object.fromEntries(heard.map((channel) => [channel, 4])));
  });

  it('18. a scheme of its own, never file://', async () => {
    expect(await app.main(`${contents}.getURL()`)).toBe('app://shell/');
    expect(await app.main('globalThis.noted.schemes')).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ]);
    expect(app.built).not.toMatch(/\.loadFile\(/);
    const read = await app.page<string[]>(`Promise.all(
      ['file:///etc/passwd', '/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/package.json', '/..%5c..%5cpackage.json']
        .map((path) => fetch(path).then((answer) => answer.text(), () => '')))`);
    expect(read.filter((text) => /root:|"devDependencies"|"productName"/.test(text))).toEqual([]);
  });

  it('19. fuses are set and read back when the app is packed', async () => {
    const pack = await readFile(join(PROJECT, 'electron', 'dev', 'package', 'pack.ts'), 'utf8');
    expect(pack).toMatch(/await setFuses\(/);
    await withFuses(async (file) => {
      await expect(checkFuses(file)).rejects.toThrow('RunAsNode is on and should be off');
      await setFuses(file);
      await checkFuses(file);
    });
  });

  it('20. pages have the bridge, and nothing else of Electron', async () => {
    const found = await app.page(`(() => {
      const functions = (it, path = '') => Object.entries(it).flatMap(([key, value]) =>
        typeof value === 'function' ? [path + key] : functions(value, path + key + '.'));
      return {
        bridge: functions(holdfast).sort(),
        sdk: functions(__SENTRY_IPC__).sort(),
        others: Object.getOwnPropertyNames(globalThis).filter((name) => /electron|ipc|holdfast/i.test(name)).sort(),
      };
    })()`);
    expect(found).toEqual({
      bridge: [
        ...['cleared', 'consent', 'forget', 'onFault', 'onNews', 'online', 'ready', 'retry', 'showing'],
        ...['telemetry.onCommand', 'telemetry.report', 'telemetry.settings'],
      ],
      sdk: ['Envelope', 'Feedback', 'Metric', 'RendererStart', 'Scope', 'Status', 'StructuredLog'].map(
        (name) => `sentry-ipc.send${name}`,
      ),
      others: ['__SENTRY_IPC__', 'holdfast'],
    });
    // What main sends reaches a page without Electron's event, which would hand it ipcRenderer.
    await app.page('void holdfast.onNews((...args) => { globalThis.news = args; })');
    await app.main(`${contents}.send('holdfast:news', { at: 1, ask: false })`);
    const news = await until('the news', () => app.page('globalThis.news'));
    expect(news).toEqual([{ at: 1, ask: false }]);
  });
});

/** A file with the fuses of Electron 45 as it comes (build/fuses/fuses.json5). */
async function withFuses(use: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-matrix-fuses-'));
  const file = join(folder, 'electron');
  try {
    await writeFile(file, `program dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09101100011 rest`);
    await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("Electron's fuses, in a program that was packed", () => {
  it.each([
    ['RunAsNode', 'off'],
    ['EnableCookieEncryption', 'on'],
    ['EnableNodeOptionsEnvironmentVariable', 'off'],
    ['EnableNodeCliInspectArguments', 'off'],
    ['EnableEmbeddedAsarIntegrityValidation', 'on'],
    ['OnlyLoadAppFromAsar', 'on'],
    ['LoadBrowserProcessSpecificV8Snapshot', 'off'],
    ['GrantFileProtocolExtraPrivileges', 'off'],
    ['WasmTrapHandlers', 'on'],
  ] as const)('%s is %s', async (name, state) => {
    await withFuses(async (file) => {
      await setFuses(file);
      const wire: Readonly<Record<string, unknown>> = await getCurrentFuseWire(file);
      expect(wire[FuseV1Options[name]]).toBe((state === 'on' ? '1' : '0').charCodeAt(0));
    });
  });
});
