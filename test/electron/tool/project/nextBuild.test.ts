import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isNextBuild, takeNextBuild } from '../../../../electron/tool/project/nextBuild.ts';
import { emptyDocument } from '../../../../electron/tool/project/nextDocument.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';

const FILES = { prefix: '', scripts: ['static/a.js'], styles: ['static/a.css'], start: '' };

/** As `next start` of versions 14 and 16 renders a page: its own parts, and those of `_document`. */
const HEADS = {
  counted:
    '<meta charSet="utf-8"/><meta name="viewport" content="width=device-width"/><title>404</title><meta name="next-head-count" content="3"/>',
  marked:
    '<meta charSet="utf-8" data-next-head=""/><meta name="viewport" content="width=device-width" data-next-head=""/><title data-next-head="">404</title>',
};
const documentWith = (head: string) =>
  `<!DOCTYPE html><html lang="de"><head>${head}<meta name="theme-color" content="#fff"/><link rel="stylesheet" href="/_next/static/of404.css" data-n-p=""/><noscript data-n-css=""></noscript><script src="/_next/static/of404.js" defer=""></script><script>theme()</script><style id="__jsx-1">p{}</style></head><body class="own"><div id="__next"><h1>404</h1><div>deep</div></div><div id="portals"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/404","query":{},"buildId":"B","nextExport":true,"runtimeConfig":{"a":"<b>"}}</script></body></html>`;

it.each(Object.entries(HEADS))('keeps of a document what is around its page: %s', (kind, head) => {
  const html = emptyDocument(documentWith(head), FILES);
  for (const kept of [
    ...['<html lang="de">', '<meta name="theme-color" content="#fff">', '<script>theme()</script>'],
    ...['charset="utf-8"', '<body class="own"><div id="__next"></div><div id="portals"></div>'],
    '<link rel="stylesheet" href="/_next/static/a.css">',
    '<script src="/_next/static/a.js" defer=""></script></head>',
    String.raw`{"buildId":"B","runtimeConfig":{"a":"\u003cb>"}}`,
  ])
    expect(html).toContain(kept);
  expect(html).not.toMatch(/404|jsx|data-n-/);
  expect(html.includes('<meta name="next-head-count" content="2">')).toBe(kind === 'counted');
});

const ROUTE = (page: string) => ({ page });
const BUILD = {
  '.next/BUILD_ID': 'B\n',
  '.next/required-server-files.json': { config: { basePath: '/shop', distDir: '.next' } },
  '.next/routes-manifest.json': {
    staticRoutes: ['/', '/404', '/mine', '/old-style', '/api/x', '/of-app-router'].map(ROUTE),
    dynamicRoutes: ['/posts/[id]'].map(ROUTE),
    dataRoutes: ['/mine', '/posts/[id]'].map(ROUTE),
    redirects: [
      { source: '/a/:id', destination: '/b/:id', regex: '^/a/([^/]+?)$' },
      { source: '/in', destination: '/', regex: '^/in$', has: [{ type: 'cookie', key: 'who' }] },
      // No page that the window opens meets them.
      ...[
        { has: [{ type: 'header', key: 'Accept', value: '(.*text/markdown.*)' }] },
        { has: [{ type: 'host', value: '(?<name>www)\\.shop\\.example\\.com' }] },
        { missing: [{ type: 'host', value: 'shop\\.example\\.com' }] },
      ].map((conditions) => ({ source: '/in', destination: '/', regex: '^/in$', ...conditions })),
      { source: '/in', destination: '/', regex: '^/in$', has: [{ type: 'query', key: 'draft' }] },
    ],
    rewrites: [{ source: '/c/:x(\\d+)', destination: '/mine', regex: '^/c/(\\d+)$' }],
  },
  '.next/build-manifest.json': {
    pages: { '/_app': ['static/app.css', 'static/app.js'], '/mine': ['static/mine.js'], '/posts/[id]': [] },
    lowPriorityFiles: ['static/B/_buildManifest.js'],
    pagesChunkGroupBootstrapParams: { '/_app': { a: 1 }, '/mine': { b: 2 } },
  },
  '.next/prerender-manifest.json': {
    routes: {
      '/posts/a%20b': { initialRevalidateSeconds: 5, srcRoute: '/posts/[id]' },
      '/of-app-router': { initialRevalidateSeconds: false, srcRoute: '/of-app-router' },
    },
    dynamicRoutes: { '/posts/[id]': { fallback: false } },
  },
  '.next/server/pages-manifest.json': Object.fromEntries(
    ['/', '/404', '/mine', '/api/x', '/old-style', '/posts/[id]', '/_app'].map((page) => [page, 'its file']),
  ),
  '.next/server/functions-config-manifest.json': {
    functions: { '/_middleware': { matchers: [{ regexp: '^/in$' }] } },
  },
  '.next/server/pages/index.html': documentWith(HEADS.marked),
  '.next/server/pages/404.html': documentWith(HEADS.marked),
  '.next/server/pages/posts/a b.html': 'of a b',
  '.next/server/pages/posts/a b.json': '{"pageProps":{}}',
  '.next/static/app.js': 'app()',
  'public/robots.txt': 'none',
};

it('takes in what `next build` wrote: files, documents, and the table of its answers', async () => {
  const root = writeFiles(testFolder(), BUILD);
  expect(isNextBuild(join(root, '.next'))).toBe(true);
  const to = join(root, 'out');
  const { base, next } = await takeNextBuild(join(root, '.next'), to, 'shop.example.com');
  const read = (name: string) => readFileSync(join(to, name), 'utf8');
  expect(base).toBe('/shop/');
  expect(next).toEqual({
    buildId: 'B',
    pages: [
      { path: '/', kind: 'static' },
      { path: '/mine', kind: 'data' },
      ...['/old-style', '/api/x', '/of-app-router'].map((path) => ({ path, kind: 'server' })),
      { path: '/posts/[id]', kind: 'data', isWhole: true },
    ],
    rendered: { '/posts/a b': { mayChange: true } },
    redirects: [
      { pattern: '^/a/([^/]+?)$', names: ['id'], to: '/b/:id' },
      { pattern: '^/in$', names: [], to: '/', isServers: true },
      { pattern: '^/in$', names: [], to: '/', isServers: true, query: ['draft'] },
    ],
    rewrites: { first: [], afterFiles: [{ pattern: '^/c/(\\d+)$', names: ['x'], to: '/mine' }], last: [] },
    middleware: ['^/in$'],
    locales: [],
  });
  const copied = ['robots.txt', '_next/static/app.js', '_next/rendered/posts/a b.html'];
  expect(copied.map(read)).toEqual(['none', 'app()', 'of a b']);
  const mine = read('_next/empty/mine.html');
  expect(mine).toContain('<link rel="stylesheet" href="/shop/_next/static/app.css">');
  expect(mine).toContain('.push({"a":1});(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push({"b":2});');
  expect(mine).toContain('<script src="/shop/_next/static/mine.js" defer=""></script>');
});

it('says what is for a build of the app router alone', async () => {
  const root = writeFiles(testFolder(), { ...BUILD, '.next/server/pages-manifest.json': {} });
  await expect(takeNextBuild(join(root, '.next'), join(root, 'out'))).rejects.toThrow(
    "only those of Next.js's app router, which its server makes. Show the app where its server runs: init --force --address https://…",
  );
});
