/** Against real servers of this machine, each of which fails in its own way. */
import { createServer as createHttp, get, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkTarget, type Network } from '../../../electron/diagnostics/connectivity.ts';
import type { TargetFacts } from '../../../electron/shared/diagnostics.ts';
import { selfSigned } from '../../support/selfSigned.ts';

const open: { server: Server; sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  open.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Node's own requests stand for Electron's, which need a running app. */
const network: Network = {
  resolveProxy: () => Promise.resolve('DIRECT'),
  status: (url, signal) =>
    new Promise((resolve, reject) => {
      get(url, { signal }, (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      }).on('error', (error) => reject(signal.aborted ? signal.reason : error));
    }),
};

const LIMIT = 400;
const check = (url: string, own: Partial<Network> = {}) =>
  checkTarget({ target: 'origin', url }, { ...network, ...own }, LIMIT);
const results = ({ steps }: TargetFacts) => steps.map(({ step, result }) => `${step} ${result}`);
const detail = ({ steps }: TargetFacts, name: string) => steps.find(({ step }) => step === name)?.detail;

describe('a server', () => {
  it.each([
    [200, 'ok'],
    [404, 'ok'],
    [302, 'ok'],
    [503, 'failed'],
  ])('that answers with %d: HTTP %s', async (status, result) => {
    const answer: RequestListener = (_request, response) => response.writeHead(status).end();
    const port = await listen(createHttp(answer));
    const facts = await check(`http://127.0.0.1:${port}/`);
    expect(results(facts)).toEqual(['name skipped', 'connection ok', 'TLS skipped', `HTTP ${result}`]);
    expect(detail(facts, 'connection')).toBe(`127.0.0.1 (IPv4), port ${port}`);
    expect(detail(facts, 'HTTP')).toBe(`the server answered with ${status}`);
    expect(facts.address).toBe(`http://127.0.0.1:${port}`);
    expect(facts.route).toBe('direct');
    for (const { result: its, ms } of facts.steps) expect(ms === undefined).toBe(its === 'skipped');
  });

  it('with a name: its addresses are told with their families', async () => {
    const port = await listen(createHttp((_request, response) => response.end()));
    const facts = await check(`http://localhost:${port}/`);
    expect(results(facts)).toEqual(['name ok', 'connection ok', 'TLS skipped', 'HTTP ok']);
    expect(detail(facts, 'name')).toContain('127.0.0.1 (IPv4)');
  });

  it('whose name does not exist: the rest is skipped, and says why', async () => {
    const facts = await check('https://no..name/');
    expect(results(facts)).toEqual(['name failed', 'connection skipped', 'TLS skipped', 'HTTP skipped']);
    expect(detail(facts, 'name')).toMatch(/^no such name \(ENOTFOUND\)$/);
    expect(detail(facts, 'HTTP')).toBe('the step before it failed: name');
  });

  it('that refuses', async () => {
    const server = createTcp();
    const port = await listen(server);
    open.pop();
    await new Promise((resolve) => server.close(resolve));
    const facts = await check(`https://127.0.0.1:${port}/`);
    expect(results(facts)).toEqual(['name skipped', 'connection failed', 'TLS skipped', 'HTTP skipped']);
    expect(detail(facts, 'connection')).toBe('refused, nothing listens there (ECONNREFUSED)');
  });

  it('that takes the connection and says nothing: the time limit ends the step', async () => {
    const port = await listen(createTcp());
    const secure = await check(`https://127.0.0.1:${port}/`);
    expect(results(secure)).toEqual(['name skipped', 'connection ok', 'TLS failed', 'HTTP skipped']);
    expect(detail(secure, 'TLS')).toBe('no answer within 0.4 s');
    const plain = await check(`http://127.0.0.1:${port}/`);
    expect(results(plain)).toEqual(['name skipped', 'connection ok', 'TLS skipped', 'HTTP failed']);
    expect(detail(plain, 'HTTP')).toMatch(/^no answer/);
  });

  it('that closes the connection at once', async () => {
    const port = await listen(createTcp((socket) => socket.destroy()));
    const facts = await check(`https://127.0.0.1:${port}/`);
    expect(facts.steps.map(({ result }) => result)).toContain('failed');
  });

  it('with a certificate that nobody trusts: whose it is, and no request', async () => {
    let requests = 0;
    const port = await listen(
      createHttps(selfSigned('Somebody else'), (_request, response) => {
        requests += 1;
        response.end();
      }),
    );
    const facts = await check(`https://127.0.0.1:${port}/`);
    expect(results(facts)).toEqual(['name skipped', 'connection ok', 'TLS failed', 'HTTP skipped']);
    expect(detail(facts, 'TLS')).toMatch(
      /not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\).*Somebody else, valid until/,
    );
    expect(requests).toBe(0);
  });

  it('that speaks no TLS where TLS is wanted', async () => {
    const port = await listen(createTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    const facts = await check(`https://127.0.0.1:${port}/`);
    expect(results(facts)).toEqual(['name skipped', 'connection ok', 'TLS failed', 'HTTP skipped']);
  });
});

describe('a proxy', () => {
  it('is what is connected to; TLS is left to the request', async () => {
    const port = await listen(createTcp());
    const facts = await check('https://app.example.com/', {
      resolveProxy: () => Promise.resolve(`PROXY 127.0.0.1:${port}`),
      status: () => Promise.resolve(200),
    });
    expect(facts.route).toBe(`through the proxy PROXY 127.0.0.1:${port}`);
    expect(results(facts)).toEqual(['name skipped', 'connection ok', 'TLS skipped', 'HTTP ok']);
  });

  it('that is not known is told, and the server is tried direct', async () => {
    const port = await listen(createHttp((_request, response) => response.end()));
    for (const resolveProxy of [
      () => Promise.reject(new Error('no such proxy script')),
      () => new Promise<string>(() => undefined),
    ]) {
      const facts = await check(`http://127.0.0.1:${port}/`, { resolveProxy });
      expect(facts.route).toMatch(/not known whether there is a proxy: (no such proxy script|no answer)/);
      expect(results(facts).at(-1)).toBe('HTTP ok');
    }
  });
});
