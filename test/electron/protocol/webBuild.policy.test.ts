import { describe, expect, it } from 'vitest';
import { resolvePath } from '../../../electron/protocol/path.ts';
import { buildPlaces, createFinder } from '../../../electron/protocol/webBuild.policy.ts';
import type { WebBuild } from '../../../electron/protocol/webBuild.ts';

const DOCUMENT = { bytes: 0, start: 0, styles: [], scriptHashes: [], handlerHashes: [], styleHashes: [] };

function finder(files: readonly string[], more: Partial<WebBuild> = {}) {
  const documents = Object.fromEntries(files.map((file) => [file, DOCUMENT]));
  const find = createFinder({ documents, dynamic: [], scripts: [], problems: [], ...more });
  return (path: string, isExact = false) => {
    const found = find(path, resolvePath(path), isExact);
    return found && `${found.status === 200 ? '' : `${found.status} `}${found.file}`;
  };
}

describe('a build of many documents', () => {
  const find = finder(
    [
      'index.html',
      'about.html',
      'posts/index.html',
      'a b.html',
      'ü.html',
      'x.html',
      'x/index.html',
      '404.html',
    ],
    {
      dynamic: [
        { path: '/posts/[id]', file: 'posts/[id].html' },
        { path: '/files/[...rest]', file: 'files/[...rest].html' },
        { path: '/[user]/orders', file: '[user]/orders.html' },
      ],
    },
  );

  it.each([
    ['/', 'index.html'],
    ['/index', 'index.html'],
    ['/about', 'about.html'],
    ['/about/', 'about.html'],
    // Its relative addresses are below the folder.
    ['/posts', '302 posts/index.html'],
    ['/posts/', 'posts/index.html'],
    ['/posts/index', 'posts/index.html'],
    ['/posts/index.html', 'posts/index.html'],
    ['/x', 'x.html'],
    ['/x/', 'x/index.html'],
    ['/a%20b', 'a b.html'],
    ['/%C3%BC', 'ü.html'],
    ['/posts/123', 'posts/[id].html'],
    ['/posts/a%2Fb', 'posts/[id].html'],
    ['/posts/..%2f..%2fsecret', 'posts/[id].html'],
    ['/posts/john.doe', 'posts/[id].html'],
    ['/files/a/b', 'files/[...rest].html'],
    ['/nowhere', '404 404.html'],
    ['/About', '404 404.html'],
    ['/about.html/', '404 404.html'],
    // A property of every object, but not a document.
    ['/constructor', '404 404.html'],
    ['/about%2ehtml%00', '404 404.html'],
    ['/..%5cabout.html', '404 404.html'],
    ['/about.html::$DATA', '404 404.html'],
  ])('%s is %s', (path, file) => expect(find(path)).toBe(file));

  it.each([
    ['/about', 'about.html'],
    ['/posts/123', 'posts/[id].html'],
    ['/files/a/b', 'files/[...rest].html'],
    // Its first part may be anything, including a path of the server.
    ['/anna/orders', undefined],
    ['/nowhere', undefined],
  ])('%s itself is %s, ignoring fallbacks', (path, file) => expect(find(path, true)).toBe(file));

  it.each(['/missing.js', '/posts/1.png', '/a/b.css', '/x.json', '/_holdfast/x', '/posts/data.wasm'])(
    '%s is a file, for which no document answers',
    (path) => expect(find(path)).toBeUndefined(),
  );
});

describe('a build with a router of its own', () => {
  const find = finder(['index.html', '404.html'], { fallback: 'index.html' });

  it('uses it for the start page and no other exact path', () => {
    expect([find('/', true), find('/orders/7', true)]).toEqual(['index.html', undefined]);
  });

  it.each(['/', '/orders/7', '/a/b/c/', '/users/john.doe', '/a%2Fb', '/%C3%BC', '/x.html', '/C:', '/a%5Cb'])(
    '%s is its document',
    (path) => expect(find(path)).toBe('index.html'),
  );

  it.each(['/main.js', '/assets/x.js', '/logo.svg', '/favicon.ico', '/x.JS'])('%s does not get it', (path) =>
    expect(find(path)).toBeUndefined(),
  );
});

it('a build with neither has nothing for other paths', () => {
  expect(finder(['index.html', 'about.html'])('/nowhere')).toBeUndefined();
  expect(finder(['index.html', '404/index.html'])('/nowhere')).toBe('404 404/index.html');
  expect(finder(['index.html'], { fallback: '200.html' })('/x')).toBeUndefined();
});

it.each([
  [['/api/*'], ['/assets/', '/api.js', '/sw.js']],
  [['/assets/*'], ['/api.js', '/sw.js']],
  [['/assets/data/*'], ['/api.js', '/sw.js']],
  [['/assets/data'], ['/api.js', '/sw.js']],
  [['/sw.js'], ['/assets/', '/api.js']],
  [['/sw'], ['/assets/', '/api.js', '/sw.js']],
  [['/*'], []],
  [[], ['/assets/', '/api.js', '/sw.js']],
])('if the server answers %j, scripts come from %j', (proxy, places) => {
  expect(buildPlaces(['/assets/', '/api.js', '/sw.js'], proxy)).toEqual(places);
});
