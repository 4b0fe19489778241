import { expect, it } from 'vitest';
import { devServerAt, isApp, isServerAddress, Origins, serverAt } from '../../../electron/common/origins.ts';
import { toAppUrl } from '../../../electron/shell/app/commandLine.ts';

const SHOP = 'https://shop.example.com';
const ALONE = new Origins();
const DEV = new Origins(devServerAt('http://localhost:5173'));
const SERVER = new Origins(serverAt(`${SHOP}/start?x=1`, ['https://id.example.com']));

it.each([
  ['without a server', ALONE, 'app://shell/x', 'shell'],
  ['', ALONE, 'app://other/x', undefined],
  ['', ALONE, 'app://user@shell/x', undefined],
  ['', ALONE, 'http://localhost:5173/', undefined],
  ['', ALONE, 'null', undefined],
  ['with a dev server', DEV, 'http://localhost:5173/a?b#c', 'dev'],
  ['', DEV, 'app://shell/_holdfast/fault?for=%2F', 'shell'],
  ['', DEV, 'http://localhost:5174/', undefined],
  ['', DEV, 'https://localhost:5173/', undefined],
  ['', DEV, 'http://localhost.evil.example:5173/', undefined],
  ['', DEV, 'http://localhost:5173@evil.example/', undefined],
  ['', DEV, 'http://evil@localhost:5173/', undefined],
  ['', DEV, 'blob:http://localhost:5173/1', undefined],
  ["at the app's own address", SERVER, `${SHOP}/orders`, 'server'],
  ['', SERVER, `${SHOP}:443/`, 'server'],
  ['', SERVER, 'https://id.example.com/sign-in', 'guest'],
  ['', SERVER, 'app://shell/_holdfast/fault', 'shell'],
  ['', SERVER, 'http://shop.example.com/', undefined],
  ['', SERVER, `${SHOP}:8443/`, undefined],
  ['', SERVER, `${SHOP}.evil.example/`, undefined],
  ['', SERVER, `${SHOP}@evil.example/`, undefined],
  ['', SERVER, 'https://user@shop.example.com/', undefined],
  ['', SERVER, `blob:${SHOP}/1`, undefined],
  ['', SERVER, 'wss://shop.example.com/', undefined],
])('%s %o: %s is the page of %s', (_where, origins, address, owner) => {
  expect(origins.ownerOf(address)).toBe(owner);
  expect(isApp(origins.ownerOf(address))).toBe(owner !== undefined && owner !== 'guest');
});

it.each([
  [ALONE, '/x', 'app://shell/x'],
  [DEV, '/orders?page=2#last', 'http://localhost:5173/orders?page=2#last'],
  [DEV, '/_holdfast/fault?for=%2F', 'app://shell/_holdfast/fault?for=%2F'],
  [SERVER, '/', `${SHOP}/start?x=1`],
  [SERVER, '/orders#2', `${SHOP}/orders#2`],
  [SERVER, '//evil.example/x', `${SHOP}//evil.example/x`],
])('of %o the path %s is at %s', (origins, path, address) => {
  expect(toAppUrl(origins, path)).toBe(address);
});

it.each(['//evil.example/x', '/\\evil.example', 'https://evil.example/', '/@evil.example', 'x'])(
  'no path leads to another server: %s',
  (path) => expect(new URL(toAppUrl(DEV, path)).origin).toBe('http://localhost:5173'),
);

it.each([
  [SHOP, true],
  ['http://127.0.0.1:3001', true],
  // Without a secure context there is no service worker, and so only the server's own pages.
  ['http://10.0.0.2', false],
])('a build is shown at %s: %s', (address, isShown) => {
  expect(serverAt(address, [], { isSealed: true })).toMatchObject({ hasBuild: isShown, isSealed: isShown });
  expect(serverAt(address)).toMatchObject({ hasBuild: false, isSealed: false });
});

const ADDRESSES = [SHOP, 'https://10.0.0.2:8443/app/', 'http://127.0.0.2:3001', 'http://app.localhost:3001'];
it.each([
  ...ADDRESSES,
  ...['http://localhost.example.com', 'http://shop.example.com', 'http://10.0.0.2', 'shop.example.com'],
  ...['https://user:secret@shop.example.com', `${SHOP}/#x`, 'app://shell'],
])('%s may be an address or not', (one) => expect(isServerAddress(one)).toBe(ADDRESSES.includes(one)));

it.each([
  [true, [true, true, true, false, false]],
  [false, [true, true, false, false, false]],
])('where the build is sealed: %s, no server has made the documents of %j', (isSealed, made) => {
  const { isMade } = new Origins({ ...serverAt('https://shop.example.com/'), isSealed });
  expect((['shell', 'dev', 'server', 'guest', undefined] as const).map(isMade)).toEqual(made);
});
