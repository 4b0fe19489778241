import { describe, expect, it } from 'vitest';
import { resolvePath } from '../../../electron/common/path.ts';

it.each(
  `/index.html /error.HTML /a:b.doe /users/12:30 /C:x /a/..%2f..%2fb /a\\b /..%5c..%5Cx /a%7F
    /_holdfast/x.js:stream /_holdfast/error.html`.split(/\s+/),
)('%s names no file', (path) => {
  expect(resolvePath(path)).toMatchObject({ file: undefined });
});

describe('the file at a path', () => {
  it.each([
    ['/_holdfast/index-abcdefgh.js', '_holdfast/index-abcdefgh.js'],
    ['/_holdfast/LICENSE', '_holdfast/LICENSE'],
    ['/favicon.ico', 'favicon.ico'],
    ['/Logo.PNG', 'Logo.PNG'],
    ['/a%20b/%C3%BC.svg', 'a b/ü.svg'],
  ])('%s must be there', (path, file) => {
    expect(resolvePath(path)).toEqual({ file, mayBePage: false });
  });

  it.each([
    ['/', ''],
    ['/users/john.doe', 'users/john.doe'],
    ['/nowhere', 'nowhere'],
    ['/%252e%252e/x', '%2e%2e/x'],
  ])('%s is a page if it is not, because no build has this extension', (path, file) => {
    expect(resolvePath(path)).toEqual({ file, mayBePage: true });
  });
});

it.each(['', '//host/share', '/%E0%A4%A', '/%C0%AE%C0%AE/x'])('%j is malformed', (path) => {
  expect(resolvePath(path)).toBeUndefined();
});
