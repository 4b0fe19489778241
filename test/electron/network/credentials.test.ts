import { expect, it, vi } from 'vitest';
import {
  authPlaceOf,
  CredentialStore,
  type Credentials,
  isServer,
} from '../../../electron/network/credentials.ts';

const info = (isProxy: boolean, host: string, port: number) => ({ isProxy, host, port, realm: 'x' });

it.each([
  ['a proxy', info(true, 'proxy.corp', 3128), 'https://app.test', 'proxy.corp:3128'],
  ['a proxy, without a server', info(true, 'proxy.corp', 3128), undefined, 'proxy.corp:3128'],
  ['the app’s server', info(false, 'app.test', 443), 'https://app.test', 'app.test:443'],
  ['the app’s server by its port', info(false, 'app.test', 8080), 'http://app.test:8080', 'app.test:8080'],
  ['the app’s server by its address', info(false, '::1', 80), 'http://[::1]', '::1:80'],
  ['another port', info(false, 'app.test', 8443), 'https://app.test', undefined],
  ['another server', info(false, 'cdn.test', 443), 'https://app.test', undefined],
  ['a server, and the app has none', info(false, 'app.test', 443), undefined, undefined],
])('%s gets a password only if it is the proxy or the app’s server', (_name, asks, origin, host) => {
  expect(authPlaceOf(asks, origin === undefined ? [] : ['https://other.test', origin])?.host).toBe(host);
});

it.each([
  ['app.test:443', 'https://app.test', true],
  ['https://app.test/x', 'https://app.test', true],
  ['app.test:8443', 'https://app.test:8443', true],
  ['[::1]:443', 'https://[::1]', true],
  ['app.test:8443', 'https://app.test', false],
  ['app.test:443', 'http://app.test', false],
  ['app.test.evil:443', 'https://app.test', false],
])("%s is the app's server at %s: %s", (address, own, is) => {
  expect(isServer(address, own)).toBe(is);
});

const proxy = { isProxy: true, host: 'proxy:1', realm: '' };
const ann: Credentials = { username: 'ann', password: '1' };
const bob: Credentials = { username: 'bob', password: '2' };

it('asks once for concurrent requests, and again only when refused', async () => {
  const ask = vi.fn(async (): Promise<Credentials | undefined> => ann);
  const credentials = new CredentialStore(ask);
  const both = await Promise.all([
    credentials.find(proxy, undefined, true),
    credentials.find(proxy, undefined, true),
  ]);
  expect(both).toEqual([ann, ann]);
  expect(await credentials.find(proxy, undefined, false)).toBe(ann);
  ask.mockResolvedValue(bob);
  // Two requests are refused, one after the other.
  expect(await credentials.find(proxy, ann, true)).toBe(bob);
  expect(await credentials.find(proxy, ann, true)).toBe(bob);
  expect(ask.mock.calls).toEqual([
    [proxy, false],
    [proxy, true],
  ]);
});

it('asks neither for background requests, nor after a no until askAgain', async () => {
  const ask = vi.fn(async () => undefined);
  const credentials = new CredentialStore(ask);
  await credentials.find(proxy, undefined, false);
  expect(ask).toHaveBeenCalledTimes(0);
  await credentials.find(proxy, undefined, true);
  await credentials.find(proxy, undefined, true);
  expect(ask).toHaveBeenCalledTimes(1);
  await credentials.find({ ...proxy, host: 'other:1' }, undefined, true);
  expect(ask).toHaveBeenCalledTimes(2);
  credentials.askAgain();
  await credentials.find(proxy, undefined, true);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('keeps the credentials after a refused report', async () => {
  const credentials = new CredentialStore(async () => ann);
  await credentials.find(proxy, undefined, true);
  expect(await credentials.find(proxy, ann, false)).toBe(undefined);
  expect(await credentials.find(proxy, undefined, false)).toBe(ann);
});
