/** The app under the security matrix: its own copy, which records what main does at the start. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { APP_FILES } from '../../../electron/builtConfig/folder.ts';
import { lookData } from '../../../electron/tool/configFile/checkLook.ts';
import { changeMain, copyApp } from '../../support/brokenApp.ts';
import { fakeBrowser } from '../../support/browser.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { clickAt } from '../../support/input.ts';
import { startOrigin } from '../../support/origin.ts';
import { addPrelude, NOTES_REQUESTS, type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';
import { NOTES_MESSAGES } from './doors.ts';

/** Records windows and schemes; suppresses dialogs. */
const NOTES = `
  const noted = { windows: [], schemes: [] };
  // Nobody could close a dialog that a weakness opens.
  electron.dialog.showSaveDialog = async () => ({ canceled: true });
  globalThis.noted = noted;
  const BrowserWindow = new Proxy(electron.BrowserWindow, {
    construct(target, args) {
      noted.windows.push(args[0].webPreferences);
      return Reflect.construct(target, args);
    },
  });
  const Module = module.constructor;
  const load = Module._load;
  const noting = new Proxy(electron, { get: (target, key) => key === 'BrowserWindow' ? BrowserWindow : target[key] });
  Module._load = (name, ...rest) => (name === 'electron' ? noting : load.call(Module, name, ...rest));
  const register = electron.protocol.registerSchemesAsPrivileged;
  electron.protocol.registerSchemesAsPrivileged = (schemes) => {
    noted.schemes.push(...schemes);
    return register.call(electron.protocol, schemes);
  };
`;

/** By test name. */
export type Checks = Readonly<Record<string, (app: MatrixApp) => void | Promise<void>>>;

export type MatrixApp = Awaited<ReturnType<typeof startMatrixApp>>;

/** Starts the app, and opens its diagnostics once. */
export async function startMatrixApp() {
  const copy = await copyApp();
  // All checks are made with a look.
  const look = lookData({ accent: '#0a66c2', font: '"Segoe UI", system-ui' }, true);
  await writeFile(join(copy.folder, '.build', APP_FILES.config), JSON.stringify({ look }));
  const built = await changeMain(copy.folder, (text) => text);
  await addPrelude(copy.folder, NOTES + NOTES_MESSAGES + NOTES_REQUESTS);
  const browser = await fakeBrowser();
  const asked: string[] = [];
  const origin = await startOrigin((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    response.setHeader('Access-Control-Allow-Origin', '*').end('<title>outside</title>');
  });
  const { port } = origin;
  const ingest = await startEnvelopeServer();
  // Left by an older version, readable by other users.
  const userData = join(browser.folder, 'data');
  await mkdir(userData, { recursive: true });
  await chmod(userData, 0o755);
  const app = await watch({ app: copy.folder, userData, ingest, env: browser.env });
  const matrix = {
    ...app,
    /** Options of its windows: the app's, then the diagnostics'. */
    preferences: [] as Electron.WebPreferences[],
    built,
    /** A server outside of the app that answers everything. Its requests, as `host/path`. */
    asked,
    /** Its address under another host name; all of them are this machine. */
    outside: (name: string) => `http://${name}.localhost:${port}`,
    /** Addresses opened in the browser (known only on Linux). */
    opened: browser.opened,
  };
  await app.shows(`${NOT_FOUND}.`);
  await until('telemetry in the page', () => app.page("'__SENTRY__' in globalThis"));
  await openDiagnostics(matrix);
  await closeDiagnostics(matrix);
  matrix.preferences = await app.main('globalThis.noted.windows');
  return matrix;
}

/** Puts a button over the calling page, and clicks it like a user. */
export async function press(app: Watched, code: string): Promise<void> {
  await app.page(`(() => {
    const button = document.createElement('button');
    button.style.cssText = 'position: fixed; top: 0; left: 0; z-index: 9; width: 50px; height: 50px;';
    button.onclick = () => { ${code} };
    document.body.append(button);
  })()`);
  await clickAt(app, { x: 20, y: 20 });
}

/** Chooses Help, Diagnostics. Resolves to a function that evaluates in its page. */
export async function openDiagnostics(app: Watched): Promise<<T>(expression: string) => Promise<T>> {
  await app.main(`void electron.Menu.getApplicationMenu().items.flatMap(({ submenu }) => submenu?.items ?? [])
    .find(({ id }) => id === 'diagnostics').click()`);
  // It loads again by itself: a press before that is ignored.
  const isWhole = `location.pathname === '/_holdfast/diagnostics' && document.readyState === 'complete' &&
    document.querySelector('#status').textContent.startsWith('Checked')`;
  const found = await until('the diagnostics', async () => {
    for (const window of await app.windows()) if (await app.page(isWhole, 20_000, window)) return window;
    return undefined;
  });
  return (expression) => app.page(expression, 20_000, found);
}

/** If they are open. */
export async function closeDiagnostics(app: Watched): Promise<void> {
  const isIt = `(one) => one.webContents.getURL().includes('diagnostics')`;
  await app.main(`void electron.BrowserWindow.getAllWindows().find(${isIt})?.destroy()`);
  await until('one window', async () => (await app.windows()).length === 1);
  // Input goes to the front window.
  await app.main('void electron.BrowserWindow.getAllWindows()[0].focus()');
}
