import { describe, expect, it } from 'vitest';
import { devServerAt, isApp, isServerAddress, Origins, serverAt } from '../../../electron/common/origins.ts';
import { toAppUrl } from '../../../electron/shell/app/commandLine.ts';
import { navigationVerdict } from '../../../electron/shell/window/externalLinks.policy.ts';

describe('without a dev server', () => {
  it('only its own scheme is the app', () => {
    const origins = new Origins();
    const addresses = ['app://shell/x', 'app://other/x', 'app://user@shell/x', 'http://localhost:5173/'];
    expect(addresses.map(origins.ownerOf)).toEqual(['shell', undefined, undefined, undefined]);
    expect(toAppUrl(origins, '/x')).toBe('app://shell/x');
  });
});

describe('with a dev server', () => {
  const origins = new Origins(devServerAt('http://localhost:5173'));
  const { ownerOf } = origins;

  it("pages come from it, and the shell's own from the shell's scheme", () => {
    expect(toAppUrl(origins, '/orders?page=2#last')).toBe('http://localhost:5173/orders?page=2#last');
    expect(origins.addressOf('/_holdfast/fault?for=%2F')).toBe('app://shell/_holdfast/fault?for=%2F');
    expect(ownerOf('http://localhost:5173/')).toBe('dev');
    expect(ownerOf('app://shell/')).toBe('shell');
  });

  it.each([['//evil.example/x'], ['/\\evil.example'], ['https://evil.example/'], ['/@evil.example'], ['x']])(
    'no path leads to another server: %s',
    (path) => {
      expect(new URL(toAppUrl(origins, path)).origin).toBe('http://localhost:5173');
    },
  );

  it.each([
    ['http://localhost:5173/', 'app'],
    ['http://localhost:5173/a?b#c', 'app'],
    ['app://shell/_holdfast/fault?for=%2F', 'app'],
    ['http://localhost:5174/', 'external'],
    ['http://127.0.0.1:5173/', 'external'],
    ['https://localhost:5173/', 'external'],
    ['http://localhost.evil.example:5173/', 'external'],
    ['http://localhost:5173@evil.example/', 'external'],
    ['http://evil@localhost:5173/', 'external'],
    ['blob:http://localhost:5173/1', 'denied'],
  ])('%s is %s', (address, verdict) => {
    expect(navigationVerdict(address, ownerOf(address))).toBe(verdict);
  });

  it('only its origin is the app', () => {
    expect(
      [undefined, 'null', 'app://shell', 'http://localhost:5173', 'http://localhost:5174'].map((one) =>
        isApp(ownerOf(one)),
      ),
    ).toEqual([false, false, true, true, false]);
  });
});

describe("at the app's own address", () => {
  const origins = new Origins(serverAt('https://shop.example.com/start?x=1', ['https://id.example.com']));

  it.each([
    ['https://shop.example.com/orders', 'server'],
    ['https://shop.example.com:443/', 'server'],
    ['https://id.example.com/sign-in', 'guest'],
    ['app://shell/_holdfast/fault', 'shell'],
    ['http://shop.example.com/', undefined],
    ['https://shop.example.com:8443/', undefined],
    ['https://shop.example.com.evil.example/', undefined],
    ['https://shop.example.com@evil.example/', undefined],
    ['https://user@shop.example.com/', undefined],
    ['blob:https://shop.example.com/1', undefined],
    ['wss://shop.example.com/', undefined],
  ])('%s is the page of %s', (address, owner) => {
    expect(origins.ownerOf(address)).toBe(owner);
    expect(isApp(origins.ownerOf(address))).toBe(owner === 'server' || owner === 'shell');
  });

  it('opens on its path, and on no other server', () => {
    expect(['/', '/orders#2', '//evil.example/x'].map((path) => toAppUrl(origins, path))).toEqual([
      'https://shop.example.com/start?x=1',
      'https://shop.example.com/orders#2',
      'https://shop.example.com//evil.example/x',
    ]);
  });

  it.each([
    ['https://shop.example.com', true],
    ['http://127.0.0.1:3001', true],
    // Without a secure context there is no service worker, and so only the server's own pages.
    ['http://10.0.0.2', false],
  ])('a build is shown at %s: %s', (address, isShown) => {
    expect(serverAt(address, [], { isSealed: true })).toMatchObject({ hasBuild: isShown, isSealed: isShown });
    expect(serverAt(address)).toMatchObject({ hasBuild: false, isSealed: false });
  });

  it.each([
    ['https://shop.example.com', true],
    ['https://10.0.0.2:8443/app/', true],
    ['http://127.0.0.1:3001', true],
    ['http://127.0.0.2:3001', true],
    ['http://app.localhost:3001', true],
    ['http://localhost.example.com', false],
    ['http://shop.example.com', false],
    ['http://10.0.0.2', false],
    ['https://user:secret@shop.example.com', false],
    ['https://shop.example.com/#x', false],
    ['shop.example.com', false],
    ['app://shell', false],
  ])('%s may be one: %s', (address, isOne) => expect(isServerAddress(address)).toBe(isOne));
});

it.each([
  [true, [true, true, true, false, false]],
  [false, [true, true, false, false, false]],
])('where the build is sealed: %s, no server has made the documents of %j', (isSealed, made) => {
  const { isMade } = new Origins({ ...serverAt('https://shop.example.com/'), isSealed });
  expect((['shell', 'dev', 'server', 'guest', undefined] as const).map(isMade)).toEqual(made);
});
