import { describe, expect, it } from 'vitest';
import { type Network, probe } from '../../../electron/diagnostics/probe.ts';
import { serversOf } from '../../../electron/diagnostics/servers.ts';

const KEY = 'abcdef0123456789abcdef0123456789';
const never = () => new Promise<never>(() => undefined);
const fails = (message: string) => () => Promise.reject(new Error(message));

/** Chromium's network, where all goes well unless told otherwise. */
const network = (own: Partial<Network> = {}): Network => ({
  resolveProxy: () => Promise.resolve('DIRECT'),
  resolveHost: () => Promise.resolve(['192.0.2.1', '2001:db8::1']),
  request: () => Promise.resolve({ status: 200, issuer: 'R11' }),
  ...own,
});
const rows = async (own?: Partial<Network>, url = 'https://app.example.com/') =>
  (await probe(url, network(own), 50)).map(({ step, result, detail }) => `${step} ${result}: ${detail}`);

describe('a server', () => {
  it('whose name does not exist: nothing is requested', async () => {
    const request = fails('must not be requested');
    expect(await rows({ resolveHost: fails('net::ERR_NAME_NOT_RESOLVED'), request })).toEqual([
      'Proxy ok: direct connection',
      'DNS failed: The server was not found (ERR_NAME_NOT_RESOLVED)',
      'Request skipped: DNS failed',
    ]);
  });

  it('that never answers: the time limit ends the step, and the request', async () => {
    let ended: AbortSignal | undefined;
    const request: Network['request'] = (_url, signal) => {
      ended = signal;
      return never();
    };
    expect((await rows({ request })).at(-1)).toBe('Request failed: no answer within 0.05 s');
    expect(ended?.aborted).toBe(true);
    expect((await rows({ resolveHost: never }))[1]).toBe('DNS failed: no answer within 0.05 s');
  });
});

describe('a proxy', () => {
  it('is told, and looks names up itself', async () => {
    const proxy = 'PROXY proxy.example.com:3128; DIRECT';
    const own = { resolveProxy: () => Promise.resolve(proxy), resolveHost: fails('must not be asked') };
    expect((await rows(own)).slice(0, 2)).toEqual([
      `Proxy ok: ${proxy}`,
      'DNS skipped: the proxy looks it up',
    ]);
  });

  it.each([fails('no such script'), never])('that is not known ends no probe', async (resolveProxy) => {
    const [proxy, , request] = await rows({ resolveProxy });
    expect(proxy).toMatch(/^Proxy failed: (no such script|no answer within 0\.05 s)$/);
    expect(request).toMatch(/^Request ok/);
  });
});

describe('the servers', () => {
  it.each([
    [`https://${KEY}@sentry.example.com/1`, 'https://sentry.example.com/api/1/envelope/'],
    [
      `http://${KEY}:${KEY}@127.0.0.1:8000/deep/folder/42`,
      'http://127.0.0.1:8000/deep/folder/api/42/envelope/',
    ],
    [`https://${KEY}@[::1]:1/7`, 'https://[::1]:1/api/7/envelope/'],
  ])('of %s: the key stays here', (sentryDsn, url) => {
    expect(serversOf({ reports: 'ask', sentryDsn })[1]).toEqual({
      name: 'Error reports',
      address: new URL(url).origin,
      url,
    });
  });
});
