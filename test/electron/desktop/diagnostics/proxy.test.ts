import { describe, expect, it } from 'vitest';
import { readRoute } from '../../../../electron/desktop/diagnostics/proxy.ts';
import { resolveProxy } from '../../../../electron/dev/standin/proxies.ts';

describe('the way to a server', () => {
  it.each([
    ['DIRECT', { kind: 'direct' }],
    ['DIRECT; PROXY a:1', { kind: 'direct' }],
    [
      'PROXY proxy.example.com:3128; DIRECT',
      { kind: 'proxy', name: 'PROXY', host: 'proxy.example.com', port: 3128 },
    ],
    ['PROXY proxy', { kind: 'proxy', name: 'PROXY', host: 'proxy', port: 80 }],
    ['HTTPS proxy', { kind: 'proxy', name: 'HTTPS', host: 'proxy', port: 443 }],
    ['SOCKS5 [::1]', { kind: 'proxy', name: 'SOCKS5', host: '::1', port: 1080 }],
  ])('%j', (answer, route) => {
    expect(readRoute(answer)).toEqual(route);
  });

  it.each(['', 'PROXY', 'PROXY a:b', 'ELSEWHERE a:1', 'PROXY a:1:2'])('%j is not understood', (answer) => {
    expect(() => readRoute(answer)).toThrow(`"${answer}"`);
  });
});

describe("the stand-in's answer", () => {
  const none = () => false;

  it('is DIRECT where no proxy is set, and for this machine', () => {
    expect(resolveProxy('https://example.com/', {}, none)).toBe('DIRECT');
    expect(resolveProxy('http://127.0.0.1:1/', { http_proxy: 'http://proxy:1' }, none)).toBe('DIRECT');
  });

  it('is none where a proxy is set: nothing here would use it', () => {
    expect(() => resolveProxy('https://example.com/', { HTTPS_PROXY: 'http://proxy:1' }, none)).toThrow(
      'stand-in: session.resolveProxy on a machine with a proxy is not implemented',
    );
    expect(() => resolveProxy('https://example.com/', {}, (name) => name === 'proxy-server')).toThrow();
    expect(() => resolveProxy('no address', {}, none)).toThrow();
  });
});
