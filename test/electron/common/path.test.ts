import { describe, expect, it } from 'vitest';
import { resolvePath } from '../../../electron/common/path.ts';

describe("a page's path", () => {
  it.each(
    `/ /users/12:30 /aux /con/x /a//b /a/ /... /john.
    /index.html /error.html /C:x /a:b.doe`.split(/\s+/),
  )('%s', (path) => {
    expect(resolvePath(path)).toEqual({ kind: 'document' });
  });
});

describe("a file's path", () => {
  it.each([
    ['/_holdfast/index-abcdefgh.js', '_holdfast/index-abcdefgh.js'],
    ['/_holdfast/LICENSE', '_holdfast/LICENSE'],
    ['/favicon.ico', 'favicon.ico'],
    ['/Logo.PNG', 'Logo.PNG'],
    ['/a%20b/%C3%BC.svg', 'a b/ü.svg'],
    ['/..a.js', '..a.js'],
  ])('%s must be a file', (path, relative) => {
    expect(resolvePath(path)).toEqual({ kind: 'asset', relative, orDocument: false });
  });

  it.each([
    ['/users/john.doe', 'users/john.doe'],
    ['/nowhere', 'nowhere'],
    ['/.env', '.env'],
    ['/%252e%252e/x', '%2e%2e/x'],
    ['/%E2%88%95etc', '∕etc'],
  ])('%s is a page if the file does not exist, because no build has this extension', (path, relative) => {
    expect(resolvePath(path)).toEqual({ kind: 'asset', relative, orDocument: true });
  });

  it.each([
    ...`/_holdfast/ /_holdfast//x.js /_holdfast/aux /NUL.js /com1.x.js /lpt¹.js /_holdfast/x.js:stream
      /_holdfast/x.js::$DATA /_holdfast/x.js. /_holdfast/x.js%20 /_holdfast/*.js /_holdfast/x.asar/y.js`.split(
      /\s+/,
    ),
    ...['/nul .js', '/_holdfast/.. ./x.js'],
  ])('no system may look up the name %s', (path) => {
    expect(resolvePath(path)).toEqual({ kind: 'missing' });
  });
});

describe('a refused path', () => {
  it.each([
    ['', 'one slash', true],
    ['//host/share', 'one slash', true],
    ['/%E0%A4%A', 'percent sign', true],
    ['/%C0%AE%C0%AE/x', 'percent sign', true],
    ['/.', 'dot segment'],
    ['/%2e%2E/x', 'dot segment'],
    ['/a/..%2f..%2fb', 'encoded slash'],
    ['/a\\b', 'backslash'],
    ['/..%5c..%5Cx', 'backslash'],
    ['/a%00.js', 'control character'],
    ['/a%7F', 'control character'],
    ['/C:/Windows/win.ini', 'drive'],
    ['/x/d|/y', 'drive'],
  ] as [string, string, true?][])('%j because of its %s', (path, reason, isMalformed) => {
    expect(resolvePath(path)).toEqual({ kind: 'bad', reason: expect.stringContaining(reason), isMalformed });
  });
});
