import { describe, expect, it } from 'vitest';
import { type AnswerTable, createLookup, edited, NONCE } from '../../../electron/shared/answers.ts';

const HASHES = { scripts: [], styles: [], attributes: [] };
const POLICIES = { script: 'of scripts', file: 'of files', document: 'of documents' };

/** Looks up as `status file`, without the status if it is 200. */
function finder(names: readonly string[], more: Partial<AnswerTable> = {}) {
  const files = Object.fromEntries(names.map((name) => [name, `sum of ${name}`]));
  const documents = Object.fromEntries(
    names.filter((name) => /html?$/i.test(name)).map((name) => [name, { start: 0, hashes: HASHES }]),
  );
  const table = { base: '/', files, documents, dynamic: [], fallbacks: [], scripts: [], ...more };
  const lookUp = createLookup(table, { head: '<script>', policies: POLICIES });
  return (path: string, { isExact = false, isDocument = true, search = '' } = {}) => {
    const found = lookUp({ path, search, isDocument, isExact });
    if (!found) return undefined;
    if (found.status === 302) return `302 ${found.location}`;
    return `${found.status === 200 ? '' : `${found.status} `}${found.file}`;
  };
}

describe('a build of many documents', () => {
  const names =
    'index.html about.html posts/index.html ü.html x.html x/index.html 404.html map.xhtml assets/a.js assets/%.png';
  const find = finder([...names.split(' '), 'a b.html'], {
    fallbacks: [{ folder: '', file: '404.html', status: 404 }],
    dynamic: [
      { path: '/posts/[id]', file: 'posts/[id].html' },
      { path: '/files/[...rest]', file: 'files/[...rest].html' },
      { path: '/[user]/orders', file: '[user]/orders.html' },
    ],
  });

  it.each([
    ['/', 'index.html'],
    // Its relative addresses are those of the start page.
    ['/index', 'index.html'],
    ['/about', 'about.html'],
    ['/about/', 'about.html'],
    // Its relative addresses are below the folder.
    ['/posts', '302 /posts/'],
    ['/map.xhtml', 'map.xhtml'],
    ['/assets/a.js', 'assets/a.js'],
    ['/assets/%25.png', 'assets/%.png'],
    ['/posts/index.html', 'posts/index.html'],
    ['/x', 'x.html'],
    ['/x/', 'x/index.html'],
    ['/a%20b', 'a b.html'],
    ['/%C3%BC', 'ü.html'],
    ['/posts/123', 'posts/[id].html'],
    ['/posts/a%2Fb', 'posts/[id].html'],
    ['/posts/..%2f..%2fsecret', 'posts/[id].html'],
    ['/posts/john.doe', 'posts/[id].html'],
    ['/About', '404 404.html'],
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
  ])('%s itself is %s, ignoring fallbacks', (path, file) => expect(find(path, { isExact: true })).toBe(file));

  it.each([
    ['/posts', '302 /posts/'],
    ['/posts/7', undefined],
    ['/nowhere', undefined],
  ])('%s is %s for a script that fetches it: never a fallback', (path, file) =>
    expect(find(path, { isDocument: false })).toBe(file),
  );

  it.each(['/missing.js', '/posts/1.png', '/a/b.css', '/x.json', '/_holdfast/x', '/posts/data.wasm'])(
    '%s is a file, for which no document answers',
    (path) => expect(find(path)).toBeUndefined(),
  );
});

describe('a build with a router of its own', () => {
  const find = finder(['index.html', '404.html'], {
    fallbacks: [{ folder: '', file: 'index.html', status: 200 }],
  });

  it('uses it for the start page and no other exact path', () => {
    expect(find('/', { isExact: true })).toBe('index.html');
    expect(find('/orders/7', { isExact: true })).toBeUndefined();
  });

  it.each(['/', '/orders/7', '/a/b/c/', '/users/john.doe', '/a%2Fb', '/%C3%BC', '/x.html', '/C:', '/a%5Cb'])(
    '%s is its document',
    (path) => expect(find(path)).toBe('index.html'),
  );

  it.each(['/main.js', '/assets/x.js', '/logo.svg', '/favicon.ico', '/x.JS'])('%s does not get it', (path) =>
    expect(find(path)).toBeUndefined(),
  );
});

it.each([
  ['/shop/', 'index.html'],
  ['/shop/about', 'about.html'],
  ['/shop/help', '302 /shop/help/'],
  ['/shop/a/b', 'index.html'],
  // Where the window opens, and where links of error pages lead.
  ['/', '302 /shop/'],
  ['/shop', '302 /shop/'],
  ['/about', undefined],
  ['/shopping', undefined],
  ['/_holdfast/x', undefined],
])('in a build for a folder, %s is %s', (path, file) => {
  const fallbacks = [{ folder: '', file: 'index.html', status: 200 as const }];
  const find = finder(['index.html', 'about.html', 'help/index.html'], { base: '/shop/', fallbacks });
  expect(find(path)).toBe(file);
});

it.each([
  ['/de/orders/7', 'de/index.html'],
  ['/de', '302 /de/'],
  ['/den', '404 404.html'],
])('of a build with a router for a folder, %s is %s', (path, file) => {
  const find = finder(['index.html', 'de/index.html', '404.html'], {
    fallbacks: [
      { folder: 'de/', file: 'de/index.html', status: 200 },
      { folder: '', file: '404.html', status: 404 },
    ],
  });
  expect(find(path)).toBe(file);
});

it('keeps the query of a redirect inside the app, and finds nothing for other paths without a fallback', () => {
  const find = finder(['help/index.html']);
  expect(find('/help', { search: '?a=//b.example' })).toBe('302 /help/?a=//b.example');
  expect(find('/nowhere')).toBeUndefined();
});

it('has for a document that is shown its edits and policy, and for one that is fetched neither', () => {
  const hashes = { ...HASHES, scripts: ["'sha256-a='", "'sha256-b='"] };
  const table: AnswerTable = {
    base: '/',
    files: { 'index.html': 'sum', 'a.js': 'other', constructor: '' },
    documents: { 'index.html': { start: 6, edits: [[8, 10, '<i>']], hashes } },
    ...{ dynamic: [], fallbacks: [], scripts: [] },
  };
  const document = "script-src 'self' 'sha256-{scripts}'; style-src 'sha256-{styles}'";
  const lookUp = createLookup(table, { head: '#', policies: { ...POLICIES, document } });
  const answer = (path: string, isDocument: boolean) => lookUp({ path, search: '', isDocument });
  const shown = answer('/', true);
  const policy = "script-src 'self' 'sha256-a=' 'sha256-b='; style-src";
  const type = 'text/html; charset=utf-8';
  expect(shown).toMatchObject({ headers: { 'content-type': type, 'content-security-policy': policy } });
  const bytes = Buffer.from('\uFEFF<head>é<b>text</b>');
  expect(shown && 'edits' in shown && edited(bytes, shown.edits, NONCE)).toBe('<head>#é<<i>text</b>');
  expect(answer('/index.html', false)).toMatchObject({
    edits: [],
    headers: { 'content-security-policy': 'of files' },
  });
  expect(answer('/a.js', false)).toMatchObject({ headers: { 'content-security-policy': 'of scripts' } });
  // A property of every object, but no document of the build.
  const bare = { 'content-type': 'application/octet-stream' };
  expect(answer('/constructor', true)).toMatchObject({ headers: bare });
});
