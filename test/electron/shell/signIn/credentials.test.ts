import { expect, it, vi } from 'vitest';
import {
  authPlaceOf,
  type Credentials,
  credentialStore,
  isServer,
} from '../../../../electron/shell/signIn/credentials.ts';

const info = (isProxy: boolean, host: string, port: number) => ({ isProxy, host, port, realm: 'x' });

it.each([
  ['a proxy', info(true, 'proxy.corp', 3128), 'https://app.test', 'proxy.corp:3128'],
  ['a proxy, without a server', info(true, 'proxy.corp', 3128), undefined, 'proxy.corp:3128'],
  ['the app’s server by its address', info(false, '::1', 80), 'http://[::1]', '::1:80'],
  ['another server', info(false, 'cdn.test', 443), 'https://app.test', undefined],
  ['a server, and the app has none', info(false, 'app.test', 443), undefined, undefined],
])('%s gets a password only if it is the proxy or the app’s server', (_name, asks, origin, host) => {
  expect(authPlaceOf(asks, origin)?.host).toBe(host);
});

it('the name that a server gives itself takes no more than a line', () =>
  expect(authPlaceOf({ ...info(true, 'a', 1), realm: 'x'.repeat(200) }, undefined)?.realm).toHaveLength(100));

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

/** A page that may ask so many times. */
function asker(times = Number.POSITIVE_INFINITY) {
  const page = new AbortController();
  const own = { decline: vi.fn(), page: page.signal, leave: () => page.abort() };
  return { ...own, take: () => times-- > 0, isQuiet: () => false };
}

it('asks once for concurrent requests, and again only when refused', async () => {
  const ask = vi.fn(async (): Promise<Credentials | undefined> => ann);
  const findCredentials = credentialStore(ask);
  // Whoever has just typed a password hears that it was wrong: that takes no other right.
  const page = asker(1);
  const find = (tried?: Credentials) => findCredentials(proxy, tried, page);
  expect(await Promise.all([find(), find()])).toEqual([ann, ann]);
  expect(await findCredentials(proxy, undefined, undefined)).toBe(ann);
  ask.mockResolvedValue(bob);
  // Two requests are refused, one after the other.
  expect(await find(ann)).toBe(bob);
  expect(await find(ann)).toBe(bob);
  expect(ask.mock.calls).toEqual([
    [proxy, undefined, page],
    [proxy, ann, page],
  ]);
});

it('asks neither for background requests, nor for a page that may not, which hears of a no', async () => {
  const ask = vi.fn(async () => undefined);
  const findCredentials = credentialStore(ask);
  await findCredentials(proxy, undefined, undefined);
  await findCredentials(proxy, undefined, asker(0));
  expect(ask).toHaveBeenCalledTimes(0);
  const page = asker(1);
  await findCredentials(proxy, undefined, page);
  expect(page.decline).toHaveBeenCalledTimes(1);
});

it('asks about one area of a server at a time, and about other servers meanwhile', async () => {
  const answers: ((found: Credentials | undefined) => void)[] = [];
  const ask = vi.fn(() => new Promise<Credentials | undefined>((resolve) => answers.push(resolve)));
  const findCredentials = credentialStore(ask);
  const page = asker();
  const areas = Array.from({ length: 40 }, (_, at) =>
    findCredentials({ ...proxy, realm: `area ${at}` }, undefined, page),
  );
  const other = findCredentials({ ...proxy, host: 'other:1' }, undefined, page);
  expect(ask).toHaveBeenCalledTimes(2);
  for (const answer of answers) answer(ann);
  expect(await Promise.all(areas)).toEqual([ann, ...Array.from({ length: 39 }, () => undefined)]);
  expect(await other).toBe(ann);
});

it('takes a question that its page leaves behind for no answer', async () => {
  const page = asker();
  const findCredentials = credentialStore(() => {
    page.leave();
    return Promise.resolve(undefined);
  });
  await findCredentials(proxy, undefined, page);
  expect(page.decline).toHaveBeenCalledTimes(0);
});

it('keeps the credentials after a refused report', async () => {
  const findCredentials = credentialStore(async () => ann);
  await findCredentials(proxy, undefined, asker());
  expect(await findCredentials(proxy, ann, undefined)).toBe(undefined);
  expect(await findCredentials(proxy, undefined, undefined)).toBe(ann);
});
