import { expect, it } from 'vitest';
import { resolvePath } from '../../../electron/common/path.ts';

it.each(
  `/index.html /error.HTML /a:b.doe /users/12:30 /C:x /a/..%2f..%2fb /a\\b /..%5c..%5Cx /a%7F
    /_holdfast/x.js:stream /_holdfast/error.html`.split(/\s+/),
)('%s names no file', (path) => {
  expect(resolvePath(path)).toMatchObject({ file: undefined });
});

it.each([
  ['/_holdfast/index-abcdefgh.js', '_holdfast/index-abcdefgh.js', false],
  ['/_holdfast/LICENSE', '_holdfast/LICENSE', false],
  ['/favicon.ico', 'favicon.ico', false],
  ['/Logo.PNG', 'Logo.PNG', false],
  ['/a%20b/%C3%BC.svg', 'a b/ü.svg', false],
  // No build has this extension.
  ['/', '', true],
  ['/users/john.doe', 'users/john.doe', true],
  ['/nowhere', 'nowhere', true],
  ['/%252e%252e/x', '%2e%2e/x', true],
])('%s is the file %s, or without it a page: %s', (path, file, mayBePage) => {
  expect(resolvePath(path)).toEqual({ file, mayBePage });
});

it.each(['', '//host/share', '/%E0%A4%A', '/%C0%AE%C0%AE/x'])('%j is malformed', (path) => {
  expect(resolvePath(path)).toBeUndefined();
});
