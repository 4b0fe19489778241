import { expect, it } from 'vitest';
import { checkConfig } from '../../../../electron/tool/configFile/checkConfig.ts';

const GOOD = { name: 'Shop', id: 'com.example.shop', web: { build: 'dist' } };
const WHOLE = {
  ...{ ...GOOD, program: 'shop', scheme: 'shop', version: '1.2.3-beta.1' },
  homepage: 'https://shop.example.com',
  maintainer: 'Jürgen O’Neil <shop@example.com>',
  icons: 'desktop/icons',
  look: { accent: '#0a66c2', font: 'Inter, "Segoe UI", sans-serif' },
  web: { ...GOOD.web, buildCommand: 'make', dev: 'http://localhost:5173', devCommand: 'npm run dev' },
  main: 'desktop/main.ts',
  sentry: 'desktop/sentry.ts',
  settings: { savePrivate: true },
  telemetry: {
    ...{ ignoreErrors: ['ResizeObserver'], denyUrls: ['/vendor/'], enableLogs: false },
    enableRendererProfiling: true,
    initialScope: { tags: { desk: 7 }, contexts: { shop: { id: 1 } } },
    tracesSampleRate: 0.5,
    replays: { session: 0, onError: 1 },
    masks: { block: ['.card'] },
    redact: { keep: ['cacheKey'], add: ['iban'] },
  },
  builder: { win: { target: 'msi' }, afterSign: () => undefined },
};

it.each<[object]>([
  [WHOLE],
  [{ web: { address: 'https://shop.example.com/app/' } }],
  [{ web: { ...WHOLE.web, address: 'ask', serverPages: false, serverPaths: ['/api/*', '/in'] } }],
  [{ web: { address: 'ask' } }],
  [{ desktop: { tray: true, closeToTray: true } }],
  ...['http://localhost:3000/', 'http://127.0.0.1:80', 'http://[::1]:5173'].map((dev): [object] => [
    { web: { build: 'dist', dev } },
  ]),
  ...['Anna’s Shop', "Anna's & Müller 2.0", '商店'].map((name): [object] => [{ name }]),
])('%j is accepted unchanged', (own) => {
  const config = { ...GOOD, ...own };
  expect(checkConfig(config, 'f')).toBe(config);
});

const AT = 'https://shop.example.com';
/** Values of one key, each refused with the same words. */
const each = (key: string, words: string, ...values: unknown[]): [object, string][] =>
  values.map((value) => {
    const [top = '', inner] = key.split('.');
    const own = inner === undefined ? value : { ...(top === 'web' && GOOD.web), [inner]: value };
    return [{ [top]: own }, `"${key}" ${words}`];
  });

it.each<[object, string]>([
  [{ name: undefined }, `"name" is missing: write name: 'Shop'.`],
  [{ web: undefined }, `"web" is missing: write web: { build: 'dist' }`],
  ...each('web.address', 'must be the address of your own server: https, or', 'http://shop.example.com'),
  [{ web: { address: AT, dev: 'http://localhost:1' } }, '"web" has "address" without "build"'],
  [{ web: { address: AT, build: 'dist', pages: 'pages' } }, 'unknown key "web.pages"'],
  [{ web: { build: 'dist', serverPages: false } }, '"web" has "serverPages" or "serverPaths", which need'],
  [
    { web: { build: 'dist', serverPaths: ['/api/*'] } },
    '"web" has "serverPages" or "serverPaths", which need',
  ],
  [{ web: { address: 'ask', build: 'dist', serverPaths: ['api'] } }, '"web.serverPaths.0" must be a path of'],
  [{ web: { address: AT }, settings: { buildId: 'b1' } }, '"settings.buildId" does nothing beside "web.add'],
  [
    { settings: { origin: AT } },
    `"settings.origin" does little for a build without "web.address": name the server beside the build: web: { build: 'dist', address:`,
  ],
  ...each('web.fallback', 'must be a document of the build, such as "index.html"', 'app'),
  [{ web: { build: 'dist', fallback: { de: 'de/index.html' } } }, '"web.fallback.de" must be a document of'],
  ...each(
    'web.base',
    'must be the path of a folder, such as "/shop/"',
    ...['shop', '/shop', '//shop/', '/\\\\shop/', '/shop/?a/', 'https://example.com/'],
  ),
  ...each('web.build', 'must be the path of a folder: an address is for "web.address"', AT),
  [{ web: {} }, `"web" must have build: 'dist', `],
  [{ name: undefined, nmae: 'Shop' }, 'unknown key "nmae": did you mean "name"?'],
  [{ web: { biuld: 'dist' } }, 'unknown key "web.biuld": did you mean "web.build"?'],
  [{ constructor: 1 }, 'unknown key "constructor": known: name, '],
  [{ devCommand: 'vite' }, 'unknown key "devCommand": did you mean "web.devCommand"?'],
  [{ settings: { x1234: '' } }, 'unknown key "settings.x1234": known: settings.sentryDsn, '],
  [{ telemetry: { masks: { unmsak: [] } } }, 'unknown key "telemetry.masks.unmsak": did you mean "tel'],
  [{ telemetry: { ignoreErrors: [/x/] } }, '"telemetry.ignoreErrors.0" must be string, not RegExp.'],
  [{ telemetry: { beforeSend: () => null } }, 'unknown key "telemetry.beforeSend": a function goes into the'],
  ...each('settings', 'must be Object, not "x.json".', 'x.json'),
  ...each('settings.origin', 'must be an https address', 'http://shop.example.com'),
  ...each('look.accent', 'has a contrast of 1.51 with the light page, and needs 3: choose a d', '#ffcc00'),
  ...each('desktop', 'has "closeToTray", which needs tray: true', { closeToTray: true }),
  ...each('web', 'must be an object such as', 'dist'),
  ...each('web.devCommand', 'must be a command.', ' '),
  ...each('version', 'must be a version such as "1.2.3".', '1.2'),
  ...each('program', 'must be lower-case letters', 'My App'),
  ...each('id', 'must be a reverse domain name', 'shop'),
  ...each('scheme', 'must not be "app"', 'app'),
  ...each('homepage', 'must be an address', 'javascript:alert(1)'),
  ...each('maintainer', 'must be a name and an e-mail address', 'A <a@b.c>\nPre-Depends: x'),
  ...each('telemetry.tracesSampleRate', 'must be <=1, not 2.', 2),
  // It also names the user data folder.
  ...each(
    'name',
    'must be a name',
    ...['', ' ', '../x', 'a/b', 'a\\b', 'a"b', 'a\nb', '.hidden', 'ends.', '<b>', 'x'.repeat(65)],
  ),
  // It becomes part of style sheets.
  ...each('look.accent', '', 'red;} body{}', '#fff', 'url(x)', 7),
  [{ look: { accent: { light: '#0a66c2' } } }, '"look.accent'],
  ...each('look.font', '', ...['"A";}', 'a</style>', 'url(x)', "O'Neil", 'a, , b', '-x', '/*', '\\27', '']),
  ...each(
    'web.dev',
    'must be the address of a server on this machine',
    ...['https://localhost:5173', 'http://192.168.0.7:5173', 'http://0.0.0.0:5173', 'http://[::2]'],
    ...['http://localhost.example.com:5173', 'http://localhost@example.com', 'http://user@localhost:5173'],
    ...['http://localhost:5173/app', 'http://localhost:5173?x', 'http://local\nhost', 'localhost:5173'],
    'file:///etc/passwd',
  ),
])('%j is refused: %s', (own, problem) => {
  expect(() => checkConfig({ ...GOOD, ...own }, 'f.ts')).toThrow(`f.ts: ${problem}`);
});

it.each([[[]], [() => GOOD]])('%j is no configuration', (value) => {
  expect(() => checkConfig(value, 'f.ts')).toThrow('f.ts: its default export must be an object');
});
