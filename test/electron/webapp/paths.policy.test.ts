import { expect, it } from 'vitest';
import { isAmbiguous } from '../../../electron/webapp/paths.policy.ts';

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
])('and /api/%s is only itself', (path) => expect(isAmbiguous(`/api/${path}`)).toBe(false));
