import { expect, it } from 'vitest';
import { isAmbiguous, routesOf } from '../../../electron/webapp/paths.policy.ts';

it.each([
  ...[
    '..%2fadmin',
    '..;/admin',
    '..;x=1/admin',
    '%2e%2e%2Fadmin',
    '..%252fadmin',
    '..%25252fadmin',
    'x%5c..%5cadmin',
  ],
  // Spaces and control characters that a server may drop, and other forms of dots and slashes.
  ...[
    '.%00./admin',
    '..%09/admin',
    '..%2500/admin',
    '..%20/admin',
    '%EF%BC%8E%EF%BC%8E/x',
    '..%EF%BC%8Fx',
    '%E2%80%A5/x',
  ],
  ...['%c0%ae%c0%ae/x', '%', '..%252fx/%25zz'],
])('a server may read /api/%s as another path', (path) => expect(isAmbiguous(`/api/${path}`)).toBe(true));

it.each([
  '',
  'a%2Fb',
  'a;x=1/b',
  'v1..2',
  '...',
  'a%252Fb',
  'a%20b',
  '100%25',
  '%C3%BC',
  '.well-known/x',
  '/evil.example',
])('and /api/%s only as itself', (path) => expect(isAmbiguous(`/api/${path}`)).toBe(false));

it('leads each path to its own server, and each address back to its path', () => {
  const { addressAt, pathAt } = routesOf({
    origin: 'https://shop.example.com',
    proxy: {
      '/api/*': 'https://api.example.com/*',
      '/api/v2/*': 'https://new.example.com/v2/*',
      '/health': 'https://api.example.com/status',
      '/login': 'https://shop.example.com/login',
    },
  });
  const pairs = [
    ['/api/', 'https://api.example.com/'],
    ['/api/a/b%2Fc', 'https://api.example.com/a/b%2Fc'],
    ['/api//evil.example/x', 'https://api.example.com//evil.example/x'],
    ['/api/v2/a', 'https://new.example.com/v2/a'],
    ['/health', 'https://api.example.com/status'],
    ['/login', 'https://shop.example.com/login'],
  ];
  for (const [path = '', address = ''] of pairs) {
    expect(addressAt(path), path).toBe(address);
    expect(addressAt(pathAt(new URL(address)) ?? ''), address).toBe(address);
  }
  for (const path of ['/api', '/health/x', '/login?x', '/', '/apix']) expect(addressAt(path)).toBe(undefined);
  for (const address of [
    ...['https://new.example.com/v3/a', 'https://shop.example.com/', 'https://api.example.com.evil.example/'],
    // The longer pattern leads its path elsewhere; a server may read the last as another.
    ...['https://api.example.com/v2/a', 'http://api.example.com/a', 'https://api.example.com/..%2fa'],
  ])
    expect(pathAt(new URL(address)), address).toBe(undefined);
  const list = routesOf({ origin: 'http://127.0.0.1:1', proxy: ['/api/*'] });
  expect(list.addressAt('/api/x')).toBe('http://127.0.0.1:1/api/x');
  expect(list.pathAt(new URL('http://127.0.0.1:1/api/x'))).toBe('/api/x');
  expect(routesOf({ proxy: ['/api/*'] }).addressAt('/api/x')).toBe(undefined);
});
