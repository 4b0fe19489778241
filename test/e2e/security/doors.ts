/**
 * The table of doors: everything by which a page reaches main, the user or the window, and who may pass; every other
 * document is refused. The cases of matrix.test.ts and of address/hostile.test.ts are made from it.
 */
import {
  APP_ORIGIN,
  CHANNELS,
  EMPTIED_CHANNEL,
  GOING_CHANNEL,
  OVER_BUDGET_CHANNEL,
} from '../../../electron/shared/channels.ts';
import { SITE_FILES, SITE_PATHS, SITE_SHELL } from '../../../electron/shared/site.ts';
import { TELEMETRY_CHANNELS } from '../../../electron/shared/telemetryMessages.ts';
import type { Screen } from '../../support/screen.ts';

const ID = '0'.repeat(32);
const FAULT = { id: ID, kind: 'script', url: '/', at: 1, retryable: false };
const ENVELOPE = '{}\n{"type":"event"}\n{"message":"made up"}';

/** A log, or a metric. */
const METRIC = { name: 'made up', type: 'counter', value: 1 };
const DETAIL = { timestamp: 1, trace_id: ID, level: 'info', body: 'made up', ...METRIC };

/**
 * Who asks: the main frame of a page of the shell, a build or a dev server; of the app's own server; a document that its
 * server sandboxes, in the main frame; and a frame of such a document.
 */
export const ASKERS = ['shell', 'server', 'opaque', 'frame'] as const;
export type Asker = (typeof ASKERS)[number];

/** A message to main, with arguments that it accepts. */
type Message = { args: readonly unknown[]; who: readonly Asker[] };

const app = (...args: unknown[]): Message => ({ args, who: ['shell', 'server'] });
const shell = (...args: unknown[]): Message => ({ args, who: ['shell'] });

/** By channel: all that main listens on. */
export const MESSAGES: Readonly<Record<string, Message>> = {
  [CHANNELS.ready]: app(),
  [CHANNELS.waiting]: app(),
  [CHANNELS.showing]: shell(FAULT),
  [CHANNELS.cleared]: shell(ID),
  [CHANNELS.lost]: app({ kind: 'script', detail: 'made up' }),
  [CHANNELS.retry]: shell(),
  [GOING_CHANNEL]: app('app://shell/', false),
  [EMPTIED_CHANNEL]: app(),
  [OVER_BUDGET_CHANNEL]: app(CHANNELS.ready, 1),
  [CHANNELS.online]: app(),
  // By itself only in a document of a fault, after a press; otherwise main asks (privacy/reports).
  [CHANNELS.consent]: shell('off'),
  [CHANNELS.signOut]: app(),
  // Once in a load and after each press.
  [CHANNELS.mayPrint]: app(),
  // A server's page calls handlers with `remote: true` only (extension/native).
  [CHANNELS.invoke]: app('readNote', null),
  [TELEMETRY_CHANNELS.settings]: app(),
  [TELEMETRY_CHANNELS.report]: app({ what: 'input' }),
  'sentry-ipc.start': app(),
  'sentry-ipc.scope': app(JSON.stringify({ tags: { made: 'up' } })),
  'sentry-ipc.envelope': app(ENVELOPE),
  'sentry-ipc.feedback': app(ENVELOPE),
  'sentry-ipc.structured-log': app(DETAIL),
  'sentry-ipc.metric': app(DETAIL),
};

export const VALID = Object.fromEntries(
  Object.entries(MESSAGES).map(([channel, { args }]) => [channel, args]),
);

/** The channels whose messages main refuses from one who asks. */
export const refusedTo = (asker: Asker): string[] =>
  Object.entries(MESSAGES).flatMap(([channel, { who }]) => (who.includes(asker) ? [] : [channel]));

/** A prelude: keeps main's listeners for messages, and counts what they hear. */
export const NOTES_MESSAGES = `
  globalThis.heard = { listeners: [], count: 0 };
  for (const kind of ['on', 'handle']) {
    const add = electron.ipcMain[kind];
    electron.ipcMain[kind] = (channel, listener) => {
      heard.listeners.push({ kind, channel, listener });
      return add.call(electron.ipcMain, channel, (...args) => {
        heard.count += 1;
        return listener(...args);
      });
    };
  }
`;

/** Sends messages to main. Resolves to the answers that are no refusals. @param events an expression of main */
export const sendAs = (app: Pick<Screen, 'main'>, events: string, channels = Object.keys(MESSAGES)) =>
  app.main<string[]>(`(async () => {
    const valid = ${JSON.stringify(VALID)};
    const answers = [];
    for (const { kind, channel, listener } of heard.listeners) {
      if (!${JSON.stringify(channels)}.includes(channel)) continue;
      for (const event of ${events}) {
        if (kind === 'on') electron.ipcMain.emit(channel, event, ...valid[channel]);
        else answers.push(await Promise.resolve().then(() => listener(event, ...valid[channel])).then(() => channel, String));
      }
    }
    return answers.filter((answer) => !/was refused/.test(answer));
  })()`);

/** Something else that a document may try, without a press. */
export interface Door {
  door: 'permission' | 'question' | 'window' | 'download' | 'navigation' | 'answer';
  name: string;
  /** Of those that a server's app has: `server`, `opaque`, `frame`. */
  who: readonly Asker[];
  /** Whether it takes a press, without which nobody passes; the window may ask (a download). */
  press?: true;
  /** An expression of the document, for the server's origin. It resolves to `passed` or `refused`, or main's note says it. */
  code: (server: string) => string;
}

/** @param code an expression, or makes one for the server's origin */
function to(door: Door['door'], name: string, who: readonly Asker[], code: string | Door['code']): Door {
  return { door, name, who, code: typeof code === 'string' ? () => code : code };
}
const JUDGED = `.then((state) => state === 'denied' ? 'refused' : 'passed', () => 'refused')`;
const permission = (name: string, who: readonly Asker[], asked: string) =>
  to('permission', name, who, asked + JUDGED);
// A service worker of the server may answer in place of main.
const IS_MAINS = `async (r) => r.ok && (await r.text()) !== 'of the worker' ? 'passed' : 'refused'`;
const answer = (path: string, shell = '') =>
  to('answer', shell + path, [], `fetch('${shell || APP_ORIGIN}${path}').then(${IS_MAINS}, () => 'refused')`);
const save = (href: string) =>
  `Object.assign(document.createElement('a'), { href: '${href}', download: 'a.txt' }).click()`;

const OF_SHELL =
  'app://shell/_holdfast/diagnostics file:///etc/passwd chrome://gpu devtools://devtools/bundled/inspector.html';
/** @param way code for the address `to` */
const leads = (name: string, way: string) =>
  to(
    'navigation',
    `to the shell or a file ${name}`,
    [],
    `void '${OF_SHELL}'.split(' ').forEach((to) => { ${way}; })`,
  );

const PLACE = 'new Promise((done) => navigator.geolocation.getCurrentPosition(done, done))';
/** In the order in which they are tried: the last ones lead the window elsewhere. */
export const DOORS: readonly Door[] = [
  permission('screen-wake-lock', ['server'], 'navigator.wakeLock.request().then((lock) => lock.release())'),
  permission('notifications', [], 'Notification.requestPermission()'),
  permission('camera', [], `(navigator.mediaDevices?.getUserMedia({ video: true }) ?? Promise.reject())`),
  permission(
    'all others',
    [],
    `Promise.all('microphone midi clipboard-read idle-detection local-fonts window-management display-capture background-sync'
      .split(' ').map((name) => navigator.permissions.query({ name })))
      .then((all) => all.find(({ state }) => state !== 'denied')?.state ?? 'denied')`,
  ),
  permission('persistent-storage', ['server'], `navigator.storage.persist().then((is) => is || 'denied')`),
  to('question', 'geolocation, which the settings list', ['server'], `${PLACE}.then(() => '')`),
  ...['/', '/_holdfast/diagnostics', '/_holdfast/fault?for=%2F', '/_holdfast/refused', '/_next/data/b/x.json']
    .concat(SITE_PATHS.failure)
    .map((path) => answer(path)),
  // There a build at its server's address has its files, and why its server did not answer.
  ...['/', '/_holdfast/diagnostics', SITE_PATHS.failure, `${SITE_FILES}config.json`].map((path) =>
    answer(path, SITE_SHELL),
  ),
  { door: 'download', name: 'a file of the server', who: ['server'], press: true, code: () => save('/save') },
  { door: 'download', name: 'data:', who: ['server'], press: true, code: () => save('data:text/plain,a') },
  { door: 'window', name: 'a window', who: ['server'], press: true, code: () => `void open('about:blank')` },
  leads('by a script', `setTimeout(() => location.assign(to))`),
  leads('by a window', 'open(to)'),
  leads('in place of the page', `open(to, '_top')`),
  leads('by a link', `Object.assign(document.createElement('a'), { href: to, target: '_blank' }).click()`),
  leads(
    'by a form',
    `const form = Object.assign(document.createElement('form'), { action: to, method: 'POST', target: '_top' });
    document.body.append(form);
    form.submit()`,
  ),
  to('navigation', 'by a window that it opens', ['server'], (server) => `void open('${server}/by-window')`),
  to('navigation', 'of the window', ['server'], (server) => `void open('${server}/by-top', '_top')`),
];

/** Shows something, as far as it may; with what the page then sees in it. */
const shown = (name: 'object' | 'embed' | 'iframe', address: string) => `new Promise((done) => {
    const made = Object.assign(document.createElement('${name}'), { ${name === 'object' ? 'data' : 'src'}: '${address}' });
    const end = () => done(made.contentDocument?.querySelector('rect,h1') ? 'passed' : '');
    made.onload = made.onerror = end;
    document.body.append(made);
    setTimeout(end, 300);
  })`;
const inBuild = (name: string) => SITE_SHELL + SITE_FILES + name;

/**
 * What a build at its server's address adds. `server`: a page of the build or of its server, which share the origin;
 * `frame`: of another server in it. A file passes if it is shown, and never if the page can reach into it.
 */
export const SITE_DOORS: readonly Door[] = [
  ...(['object', 'embed'] as const).map((name) =>
    to('answer', `a file of the build in <${name}>`, ['server'], (server) =>
      shown(name, `${server}/assets/drawing.svg`),
    ),
  ),
  ...['index.html', 'assets/drawing.svg'].map((name) =>
    to('navigation', `<iframe> at the scheme: ${name}`, [], shown('iframe', inBuild(name))),
  ),
  ...(['object', 'iframe'] as const).map((name) =>
    to('navigation', `<${name}> that the server leads there`, [], (server) =>
      shown(name, `${server}/sign-in/to?${inBuild('index.html')}`),
    ),
  ),
  to('navigation', 'the window at the scheme', [], `void open('${inBuild('assets/drawing.svg')}', '_top')`),
  to('answer', 'the end of the worker, by Clear-Site-Data', [], (server) => {
    const options = `{ mode: 'no-cors', credentials: 'include' }`;
    return `fetch('${server}/api/clear', ${options}).then(() => '', () => '')`;
  }),
];
