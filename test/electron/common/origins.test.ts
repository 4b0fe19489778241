import { afterEach, describe, expect, it } from 'vitest';
import {
  addressOf,
  isApp,
  isServerAddress,
  ownerOf,
  pagesAt,
  pagesFrom,
} from '../../../electron/common/origins.ts';
import { toAppUrl } from '../../../electron/shell/app/commandLine.ts';
import { navigationVerdict } from '../../../electron/shell/window/security.ts';

afterEach(() => pagesFrom(undefined, false));

const isAppAddress = (address?: string) => isApp(ownerOf(address));

describe('without a dev server', () => {
  it('only its own scheme is the app', () => {
    expect(isAppAddress('app://shell/x')).toBe(true);
    expect(isAppAddress('app://other/x')).toBe(false);
    expect(isAppAddress('app://user@shell/x')).toBe(false);
    expect(isAppAddress('http://localhost:5173/')).toBe(false);
    expect(toAppUrl('/x')).toBe('app://shell/x');
  });
});

describe('with a dev server', () => {
  const use = (address = 'http://localhost:5173', isPackaged = false) => pagesFrom(address, isPackaged);

  it("pages come from it, and the shell's own from the shell's scheme", () => {
    expect(use()).toBeUndefined();
    expect(toAppUrl('/orders?page=2#last')).toBe('http://localhost:5173/orders?page=2#last');
    expect(addressOf('/_holdfast/fault?for=%2F')).toBe('app://shell/_holdfast/fault?for=%2F');
    expect(ownerOf('http://localhost:5173/')).toBe('dev');
    expect(ownerOf('app://shell/')).toBe('shell');
  });

  it.each([['//evil.example/x'], ['/\\evil.example'], ['https://evil.example/'], ['/@evil.example'], ['x']])(
    'no path leads to another server: %s',
    (path) => {
      use();
      expect(new URL(toAppUrl(path)).origin).toBe('http://localhost:5173');
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
    use();
    expect(navigationVerdict(address)).toBe(verdict);
  });

  it('only its origin is the app', () => {
    use();
    expect(
      [undefined, 'null', 'app://shell', 'http://localhost:5173', 'http://localhost:5174'].map((one) =>
        isAppAddress(one),
      ),
    ).toEqual([false, false, true, true, false]);
  });

  it('is ignored in a packaged app', () => {
    expect(use('http://localhost:5173', true)).toBe('is ignored, because the app is packaged');
    expect(isAppAddress('http://localhost:5173/')).toBe(false);
  });

  it.each([
    ['https://localhost:5173'],
    ['http://example.com'],
    ['http://localhost.evil.example:5173'],
    ['http://localhost:5173@evil.example'],
    ['http://localhost:5173/x'],
    ['http://192.168.0.2:5173'],
    ['file:///etc/passwd'],
    ['x'],
  ])('must be on this machine: not %s', (address) => {
    expect(use(address)).toMatch(/^is ignored: it is not an http address on this machine/);
    expect(isAppAddress(`${address}/`)).toBe(false);
  });
});

describe("at the app's own address", () => {
  const use = () => pagesAt('https://shop.example.com/start?x=1', ['https://id.example.com']);

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
    use();
    expect(ownerOf(address)).toBe(owner);
    expect(isAppAddress(address)).toBe(owner === 'server' || owner === 'shell');
  });

  it('opens on its path, and on no other server', () => {
    use();
    expect(['/', '/orders#2', '//evil.example/x'].map(toAppUrl)).toEqual([
      'https://shop.example.com/start?x=1',
      'https://shop.example.com/orders#2',
      'https://shop.example.com//evil.example/x',
    ]);
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
