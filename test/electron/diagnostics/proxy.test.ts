import { describe, expect, it } from 'vitest';
import { readRoute } from '../../../electron/diagnostics/proxy.ts';

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
