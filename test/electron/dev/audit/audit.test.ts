/** The audit against a registry on this machine. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { audit, severe } from '../../../../electron/dev/audit/advisories.ts';
import { lockPath, versionsOf } from '../../../../electron/dev/audit/shipped.ts';

const PACKAGES = { lodash: ['4.17.15'], semver: ['6.3.0', '7.7.3'], '@a/b': ['1.0.0'] };
const advisory = (severity: string, vulnerable_versions: string) => ({
  id: 1,
  url: `https://example.com/${severity}`,
  title: `A ${severity} hole`,
  severity,
  vulnerable_versions,
});

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});
/** Starts a registry in a folder of a server, as some have it. */
async function registry(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/npm/`;
}
const answering = (body: unknown) =>
  registry((_request, response) => response.end(typeof body === 'string' ? body : JSON.stringify(body)));

describe('the audit', () => {
  it('asks what npm audit asks', async () => {
    let asked: unknown;
    const url = await registry((request, response) => {
      let body = '';
      request.on('data', (text) => {
        body += text;
      });
      request.on('end', () => {
        asked = [request.method, request.url, request.headers['content-type'], JSON.parse(body)];
        response.end('{}');
      });
    });
    expect(await audit(url, PACKAGES)).toEqual({ holes: [] });
    const path = '/npm/-/npm/v1/security/advisories/bulk';
    expect(asked).toEqual(['POST', path, 'application/json', PACKAGES]);
  });

  it('finds holes of the versions that ship, and tells the severe ones from the others', async () => {
    const url = await answering({
      lodash: [advisory('critical', '<4.17.21'), advisory('low', '>=4.0.0 <4.17.16'), advisory('high', '<4')],
      semver: [advisory('high', '>=7.0.0 <7.5.2 || <5.7.2 || >=6.0.0 <6.3.1')],
      other: [advisory('critical', '*')],
    });
    const answer = await audit(url, PACKAGES);
    expect(answer).toEqual({
      holes: [
        {
          of: 'lodash@4.17.15',
          severity: 'critical',
          title: 'A critical hole',
          url: 'https://example.com/critical',
        },
        { of: 'lodash@4.17.15', severity: 'low', title: 'A low hole', url: 'https://example.com/low' },
        { of: 'semver@6.3.0', severity: 'high', title: 'A high hole', url: 'https://example.com/high' },
      ],
    });
    expect(severe('holes' in answer ? answer.holes : []).map(({ of }) => of)).toEqual([
      'lodash@4.17.15',
      'semver@6.3.0',
    ]);
  });

  it.each([
    ['has no such endpoint', (_: unknown, response) => response.writeHead(404).end('{}'), '404'],
    ['takes no questions', (_: unknown, response) => response.writeHead(405).end(), '405'],
    ['wants to know who asks', (_: unknown, response) => response.writeHead(401).end(), '401'],
    ['has a fault', (_: unknown, response) => response.writeHead(503).end(), '503'],
    ['answers with a page', (_: unknown, response) => response.end('<html>'), 'JSON'],
    ['answers with something else', (_: unknown, response) => response.end('{"lodash":"bad"}'), 'Array'],
    ['breaks off', (request) => request.socket.destroy(), 'fetch failed'],
    ['says nothing', () => undefined, 'timeout'],
  ] satisfies [string, RequestListener, string][])(
    'is skipped, with a reason, by a registry that %s',
    async (_name, listener, reason) => {
      const answer = await audit(await registry(listener), PACKAGES, 500);
      expect(answer).toEqual({ unasked: expect.stringContaining(reason) });
    },
  );

  it('is skipped, with a reason, when nobody listens', async () => {
    const url = await answering({});
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    expect(await audit(url, PACKAGES)).toEqual({ unasked: expect.stringContaining('ECONNREFUSED') });
  });
});

describe('what ships', () => {
  it.each([
    ['/p/node_modules/a/lib/x.js', 'node_modules/a'],
    ['/p/node_modules/@a/b/x.js?worker&url', 'node_modules/@a/b'],
    ['/p/node_modules/a/node_modules/@b/c/x.js', 'node_modules/a/node_modules/@b/c'],
    ['\0/p/node_modules/a/x.js?commonjs-module', 'node_modules/a'],
    ['/p/electron/main.ts', undefined],
    ['\0rolldown/runtime.js', undefined],
  ])('%s is of %s', (id, path) => {
    expect(lockPath(id, '/p')).toBe(path);
  });

  it('has the versions of the lock file, also of two at once and of another name', () => {
    const lock = JSON.stringify({
      packages: {
        'node_modules/a': { version: '1.0.0' },
        'node_modules/b/node_modules/a': { version: '2.0.0' },
        'node_modules/alias': { version: '3.0.0', name: '@real/name' },
      },
    });
    const paths = ['node_modules/a', 'node_modules/b/node_modules/a', 'node_modules/a', 'node_modules/alias'];
    expect(versionsOf(paths, lock)).toEqual({ a: ['1.0.0', '2.0.0'], '@real/name': ['3.0.0'] });
    expect(() => versionsOf(['node_modules/c'], lock)).toThrow('package-lock.json has no node_modules/c');
  });
});
