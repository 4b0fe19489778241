import { expect, it } from 'vitest';
import { returnedHeaders } from '../../../electron/webapp/headers.policy.ts';

const isReturned = (name: string, value = 'x') => name in returnedHeaders({ [name]: value });

it.each([
  'content-type',
  'content-disposition',
  'content-length',
  'etag',
  'location',
  'retry-after',
  'server-timing',
  'total-count',
  'upload-offset',
  'www-authenticate',
  'x-total-count',
])('%s is data', (name) => expect(isReturned(name)).toBe(true));

it.each([
  'access-control-allow-origin',
  'content-encoding',
  'content-security-policy-report-only',
  'cross-origin-resource-policy',
  'document-policy-report-only',
  'permissions-policy',
  'refresh',
  'report-to',
  'sec-session-registration',
  'set-cookie',
  'sourcemap',
  'speculation-rules',
  'x-sourcemap',
])('%s is not', (name) => expect(isReturned(name)).toBe(false));

it('the length of a decoded body is not', () => {
  expect(returnedHeaders({ 'content-length': '7', 'content-encoding': 'gzip' })).toEqual({});
});

it.each([
  [
    true,
    '<https://shop.example/api?page=2&size=20>; rel="next",<https://shop.example/api?page=9>; rel="last"',
  ],
  [true, '</api?page=1>;rel=prev'],
  [false, '<https://evil.example/>; rel=preconnect'],
  [false, '</a>; rel="next preload"'],
  [false, '</a>; rel="next", <https://evil.example/>; rel="pre\\connect"'],
  [false, '</a">; rel="next", <https://evil.example/>; rel=preload; as=image'],
  [false, '</a>; rel="next"; rel=preconnect'],
  [false, '</a>; rel=next,'],
  [false, ''],
])('%s for a Link of %j', (returned, value) => expect(isReturned('link', value)).toBe(returned));
