import { expect, it } from 'vitest';
import { checkConfig } from '../../../../electron/tool/project/checkConfig.ts';

const GOOD = { name: 'Shop', id: 'com.example.shop', web: { build: 'dist' } };
const WHOLE = {
  ...GOOD,
  program: 'shop',
  scheme: 'shop',
  version: '1.2.3-beta.1',
  homepage: 'https://shop.example.com',
  maintainer: 'Jürgen O’Neil <shop@example.com>',
  icons: 'desktop/icons',
  look: { accent: '#0a66c2', font: 'Inter, "Segoe UI", sans-serif' },
  web: {
    build: 'dist',
    buildCommand: 'npm run build',
    dev: 'http://localhost:5173',
    devCommand: 'npm run dev',
  },
  main: 'desktop/main.ts',
  sentry: 'desktop/sentry.ts',
  settings: { savePrivate: true },
  telemetry: {
    ignoreErrors: ['ResizeObserver'],
    denyUrls: ['/vendor/'],
    enableLogs: false,
    enableRendererProfiling: true,
    initialScope: { tags: { desk: 7 }, contexts: { shop: { id: 1 } } },
    tracesSampleRate: 0.5,
    replays: { session: 0, onError: 1 },
    masks: { block: ['.card'] },
    redact: { keep: ['cacheKey'], add: ['iban'] },
  },
  builder: { win: { target: 'msi' }, afterSign: () => undefined },
};

it.each([
  [GOOD],
  [WHOLE],
  [{ ...GOOD, web: { address: 'https://shop.example.com/app/' } }],
  [{ ...GOOD, web: { ...WHOLE.web, address: 'ask', serverPages: false, serverPaths: ['/api/*', '/in'] } }],
  [{ ...GOOD, web: { address: 'ask' } }],
  ...['http://localhost:3000/', 'http://127.0.0.1:80', 'http://[::1]:5173'].map((dev): [object] => [
    { ...GOOD, web: { build: 'dist', dev } },
  ]),
])('%j is accepted unchanged', (config) => {
  expect(checkConfig(config, 'f')).toBe(config);
});

it.each([
  [[], 'its default export must be an object'],
  [() => GOOD, 'its default export must be an object'],
  [{ ...GOOD, name: undefined }, `"name" is missing: write name: 'Shop'.`],
  [{ name: 'Shop', id: 'a.b' }, `"web" is missing: write web: { build: 'dist' }`],
  [
    { ...GOOD, web: { address: 'http://shop.example.com' } },
    '"web.address" must be the address of your own server: https, or http on this machine, ',
  ],
  [
    { ...GOOD, web: { address: 'https://shop.example.com', dev: 'http://localhost:1' } },
    '"web" has "address" without "build"',
  ],
  [
    { ...GOOD, web: { address: 'https://shop.example.com', build: 'dist', pages: 'pages' } },
    'unknown key "web.pages"',
  ],
  [
    { ...GOOD, web: { build: 'dist', serverPages: false } },
    '"web" has "serverPages" or "serverPaths", which need an "address"',
  ],
  [
    { ...GOOD, web: { address: 'ask', build: 'dist', serverPaths: ['api'] } },
    '"web.serverPaths.0" must be a path of the list',
  ],
  [
    { ...GOOD, web: { address: 'https://shop.example.com' }, settings: { buildId: 'b1' } },
    '"settings.buildId" does nothing beside "web.address"',
  ],
  [
    { ...GOOD, settings: { origin: 'https://shop.example.com' } },
    `"settings.origin" does little for a build without "web.address": name the server beside the build: web: { build: 'dist', address:`,
  ],
  [
    { ...GOOD, web: { build: 'dist', fallback: 'app' } },
    '"web.fallback" must be a document of the build, such as "index.html"',
  ],
  [
    { ...GOOD, web: { build: 'dist', fallback: { de: 'de/index.html' } } },
    '"web.fallback.de" must be a document of the build',
  ],
  ...['shop', '/shop', '//shop/', '/\\\\shop/', '/shop/?a/', 'https://example.com/'].map(
    (base): [object, string] => [
      { ...GOOD, web: { build: 'dist', base } },
      '"web.base" must be the path of a folder, such as "/shop/"',
    ],
  ),
  [
    { ...GOOD, web: { build: 'https://shop.example.com' } },
    '"web.build" must be the path of a folder: an address is for "web.address"',
  ],
  [{ ...GOOD, web: {} }, `"web" must have build: 'dist', `],
  [{ id: 'a.b', web: GOOD.web, nmae: 'Shop' }, 'unknown key "nmae": did you mean "name"?'],
  [{ ...GOOD, web: { biuld: 'dist' } }, 'unknown key "web.biuld": did you mean "web.build"?'],
  [{ ...GOOD, constructor: 1 }, 'unknown key "constructor": known: name, '],
  [{ ...GOOD, devCommand: 'vite' }, 'unknown key "devCommand": did you mean "web.devCommand"?'],
  [{ ...GOOD, settings: { x1234: '' } }, 'unknown key "settings.x1234": known: settings.sentryDsn, '],
  [
    { ...GOOD, telemetry: { masks: { unmsak: [] } } },
    'unknown key "telemetry.masks.unmsak": did you mean "telemetry.masks.unmask"?',
  ],
  [{ ...GOOD, telemetry: { ignoreErrors: [/x/] } }, '"telemetry.ignoreErrors.0" must be string, not RegExp.'],
  [
    { ...GOOD, telemetry: { beforeSend: () => null } },
    'unknown key "telemetry.beforeSend": a function goes into the file that "main" names',
  ],
  [{ ...GOOD, settings: 'x.json' }, '"settings" must be Object, not "x.json".'],
  [
    { ...GOOD, settings: { origin: 'http://shop.example.com' } },
    '"settings.origin" must be an https address',
  ],
  [
    { ...GOOD, look: { accent: '#ffcc00' } },
    `"look.accent" has a contrast of 1.51 with the light page, and needs 3: choose a darker one for it.`,
  ],
  [{ ...GOOD, web: 'dist' }, '"web" must be an object such as'],
  [{ ...GOOD, web: { build: 'dist', devCommand: ' ' } }, '"web.devCommand" must be a command.'],
  [{ ...GOOD, version: '1.2' }, '"version" must be a version such as "1.2.3".'],
  [{ ...GOOD, program: 'My App' }, '"program" must be lower-case letters'],
  [{ ...GOOD, id: 'shop' }, '"id" must be a reverse domain name'],
  [{ ...GOOD, scheme: 'app' }, '"scheme" must not be "app"'],
  [{ ...GOOD, homepage: 'javascript:alert(1)' }, '"homepage" must be an address'],
  [{ ...GOOD, maintainer: 'A <a@b.c>\nPre-Depends: x' }, '"maintainer" must be a name and an e-mail address'],
  [{ ...GOOD, telemetry: { tracesSampleRate: 2 } }, '"telemetry.tracesSampleRate" must be <=1, not 2.'],
])('%j is refused: %s', (value, problem) => {
  expect(() => checkConfig(value, 'f.ts')).toThrow(`f.ts: ${problem}`);
});

it.each([
  ...['red;} body{}', '#fff', 'url(x)', 7, { light: '#0a66c2' }].map((accent) => ({ accent })),
  ...['"A";}', 'a</style>', 'url(x)', "O'Neil", 'a, , b', '-x', '/*', '\\27', ''].map((font) => ({ font })),
])('refuses the look %j: it becomes part of style sheets', (look) => {
  expect(() => checkConfig({ ...GOOD, look }, 'f')).toThrow(/^f: "look\.(accent|font)/);
});

it('takes as name only what can name the user data folder', () => {
  const named = (name: string) => () => checkConfig({ ...GOOD, name }, 'f').name;
  for (const name of ['Shop', 'Anna’s Shop', "Anna's & Müller 2.0", '商店']) expect(named(name)()).toBe(name);
  const bad = ['', ' ', '../x', 'a/b', 'a\\b', 'a"b', 'a\nb', '.hidden', 'ends.', '<b>', 'x'.repeat(65)];
  for (const name of bad) expect(named(name), name).toThrow('f: "name" must be a name');
});

it.each([
  'https://localhost:5173',
  'http://192.168.0.7:5173',
  'http://0.0.0.0:5173',
  'http://localhost.example.com:5173',
  'http://localhost@example.com',
  'http://user@localhost:5173',
  'http://localhost:5173/app',
  'http://localhost:5173?x',
  'http://local\nhost',
  'http://[::2]',
  'file:///etc/passwd',
  'localhost:5173',
])('%j is not a dev server that a window may show', (dev) => {
  expect(() => checkConfig({ ...GOOD, web: { build: 'dist', dev } }, 'f')).toThrow('f: "web.dev" must be');
});
