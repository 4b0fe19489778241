import { expect, it } from 'vitest';
import { type NextRule, type NextTable, nextRouter } from '../../../electron/shared/next.ts';

const rule = (pattern: string, to: string, names: string[] = [], more: Partial<NextRule> = {}): NextRule => ({
  pattern,
  to,
  names,
  ...more,
});

/** As `next build` writes it for an app of each kind of page. */
const TABLE: NextTable = {
  buildId: 'B',
  pages: [
    { path: '/', kind: 'static' },
    { path: '/about', kind: 'static' },
    { path: '/list', kind: 'data' },
    { path: '/mine', kind: 'data' },
    { path: '/old-style', kind: 'server' },
    { path: '/posts/[id]', kind: 'data' },
    { path: '/docs/[...path]', kind: 'static' },
  ],
  rendered: { '/list': { mayChange: true }, '/posts/1': { mayChange: false } },
  redirects: [
    rule('^(?:/((?:[^/]+?)(?:/(?:[^/]+?))*))/$', '/:path+', ['path']),
    rule('^(?!/_next)/gone/([^/]+?)(?:/)?$', '/posts/:id?from=gone', ['id']),
    rule('^/away(?:/)?$', 'https://other.example.com/'),
    rule('^/by-cookie(?:/)?$', '/about', [], { isServers: true }),
    rule('^/about$', '/mine', [], { isServers: true, query: ['draft'] }),
    rule('^(?:/(.*))\\.html$', '/:rest', ['rest']),
  ],
  rewrites: {
    first: [rule('^/first(?:/)?$', '/about?by=first')],
    afterFiles: [rule('^/p/([^/]+?)(?:/)?$', '/posts/:id', ['id']), rule('^/q/([^/]+?)$', '/mine', ['word'])],
    last: [rule('^/shop(?:/(.*))?$', 'https://shop.example.com/:rest', ['rest'])],
  },
  middleware: ['^/seen(?:/.*)?$'],
  locales: [],
};
const LIST = '_next/rendered/list';
const FILES = new Set(['robots.txt', '_next/rendered/404.html', 'docs/file.pdf']);
const at = (path: string, search = '', change: Partial<NextTable> = {}, base = '/', files = FILES) =>
  nextRouter({ ...TABLE, ...change }, base, (file) => files.has(file))(path, search);

it.each([
  ['/', 'file', '_next/rendered/index.html'],
  ['/about', 'file', '_next/rendered/about.html'],
  ['/first', 'file', '_next/rendered/about.html'],
  ['/docs/a/b', 'file', '_next/rendered/docs/[...path].html'],
  ['/docs/file.pdf', 'file', 'docs/file.pdf'],
  ['/posts/1', 'file', '_next/rendered/posts/1.html'],
  ['/posts/2', 'load', '_next/empty/posts/[id].html'],
  ['/p/2', 'load', '_next/empty/posts/[id].html'],
  ['/mine', 'load', '_next/empty/mine.html'],
  ['/list', 'load', '_next/empty/list.html'],
  ['/nowhere', 'file', '_next/rendered/404.html'],
])('%s is a %s: %s', (path, kind, file) => {
  expect(at(path)).toMatchObject({ kind, file });
});

it.each(['/seen/nothing', '/old-style', '/away', '/by-cookie', '/shop/tea', '/shop'])(
  '%s is the answer of the server',
  (path) => {
    expect(at(path)).toBeUndefined();
  },
);

it('leaves to the server what depends on the query, if that is there', () => {
  expect(at('/about', '?draft=1')).toBeUndefined();
  expect(at('/about', '?drafts')).toMatchObject({ kind: 'file' });
});

it.each([
  ['/about/', '?a=1', '/about?a=1'],
  ['/gone/7', '?a=1', '/posts/7?from=gone&a=1'],
  // The captured part must not name another host.
  ['//other.example.com.html', '', '/other.example.com'],
])('%s%s leads to %s', (path, search, to) => {
  expect(at(path, search)).toEqual({ kind: 'redirect', to });
});

it.each([
  ['/posts/a%20b', '?q=x', { data: '/posts/a%20b.json?q=x', params: { id: 'a b' } }],
  ['/list', '', { data: '/list.json', rendered: { html: `${LIST}.html`, json: `${LIST}.json` } }],
  ['/q/tea', '?a=1', { data: '/mine.json?word=tea&a=1', params: {} }],
])('%s%s asks the server for its data', (path, search, load) => {
  expect(at(path, search)).toMatchObject({ kind: 'load', load });
});

it('knows of a page whose paths are all in the build which it has not', () => {
  const pages = [{ path: '/posts/[id]', kind: 'data' as const, isWhole: true }];
  const load = { missing: '_next/rendered/404.html', isUnknown: true };
  expect(at('/posts/2', '', { pages })).toMatchObject({ kind: 'load', load });
  expect(at('/posts/2')).toMatchObject({ load: { isUnknown: false } });
  const rendered = { '/posts/1': { mayChange: true } };
  expect(at('/posts/1', '', { pages, rendered })).toMatchObject({ load: { isUnknown: false } });
});

it('asks for the data of a page that its middleware sees, whatever the build has of it', () => {
  const pages = [{ path: '/seen', kind: 'static' as const }];
  expect(at('/seen', '', { pages })).toMatchObject({
    kind: 'load',
    load: { data: '/seen.json', rendered: { html: '_next/rendered/seen.html' } },
  });
});

it('answers below its base, and at it without a slash', () => {
  const redirects = [rule('^/docs/$', '/docs', [], { isBare: true })];
  const below = (path: string) => at(path, '', { redirects }, '/docs/');
  expect(below('/docs')).toMatchObject({ file: '_next/rendered/index.html' });
  expect(below('/docs/')).toEqual({ kind: 'redirect', to: '/docs' });
  expect(below('/docs/mine')).toMatchObject({ load: { data: '/mine.json' } });
});

it('knows the languages of paths, the default one without its name', () => {
  const change: Partial<NextTable> = {
    locales: ['en', 'de'],
    defaultLocale: 'en',
    rendered: { '/de/list': { mayChange: false } },
    redirects: [
      rule('^(?:/(en|de))/was(?:/)?$', '/:nextInternalLocale/about', ['nextInternalLocale']),
      rule('^/(.+)/$', '/:path', ['path'], { isBare: true }),
    ],
    rewrites: {
      ...{ first: [], last: [] },
      afterFiles: [rule('^(?:/(en|de))/us(?:/)?$', '/:nextInternalLocale/about', ['nextInternalLocale'])],
    },
  };
  const of = (path: string) => at(path, '', change);
  expect(of('/about')).toMatchObject({ file: '_next/rendered/en/about.html' });
  expect(of('/de')).toMatchObject({ file: '_next/rendered/de.html' });
  expect(of('/DE/about')).toMatchObject({ file: '_next/rendered/de/about.html' });
  expect(of('/de/us')).toMatchObject({ file: '_next/rendered/de/about.html' });
  expect(of('/de/list')).toMatchObject({ file: '_next/rendered/de/list.html' });
  expect(of('/mine')).toMatchObject({ load: { data: '/en/mine.json', locale: 'en' } });
  expect(of('/was')).toEqual({ kind: 'redirect', to: '/about' });
  expect(of('/de/was')).toEqual({ kind: 'redirect', to: '/de/about' });
  expect(of('/de/about/')).toEqual({ kind: 'redirect', to: '/de/about' });
});
