import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyseBuild } from '../../../../electron/tool/project/webBuild.ts';
import { testFolder } from '../../testFolder.ts';

const PAGE = '<!doctype html><html><head></head><body></body></html>';

/** A folder with these files; without contents, documents are empty pages. */
function build(files: readonly string[], contents: Readonly<Record<string, string>> = {}): string {
  const folder = testFolder();
  for (const file of new Set([...files, ...Object.keys(contents)])) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), contents[file] ?? (file.endsWith('.html') ? PAGE : ''));
  }
  return folder;
}

/** The document for every path without its own. */
const routerOf = async (folder: string) =>
  (await analyseBuild(folder)).table.fallbacks.find((one) => one.folder === '' && one.status === 200)?.file;

describe('a build', () => {
  it('has documents with their offsets, in which a byte order mark does not count, and sums of its files', async () => {
    const { table, problems } = await analyseBuild(build([], { 'index.html': `\uFEFF${PAGE}` }));
    expect(table.documents['index.html']).toEqual({
      start: PAGE.indexOf('<head>') + 6,
      edits: [],
      hashes: { scripts: [], styles: [], attributes: [] },
    });
    const sum = createHash('sha256').update(`\uFEFF${PAGE}`).digest('base64url');
    expect(table.files).toEqual({ 'index.html': sum });
    expect(problems).toEqual([]);
  });

  it.each([
    [['index.html'], 'index.html'],
    // The start page under another name.
    [['index.html', '404.html', 'assets/a.js'], 'index.html'],
    [['index.html', '404.html', '_not-found.html'], undefined],
    [['index.html', 'about.html'], undefined],
    [['index.html', 'about.html', '200.html'], '200.html'],
    [['index.html', 'about.html', '__spa-fallback.html'], '__spa-fallback.html'],
    [['_shell.html', 'about.html'], '_shell.html'],
    [['index.html', 'about/index.html', 'index.csr.html'], 'index.csr.html'],
    [['index.html', 'about.html', '+not-found.html'], undefined],
    // A page of a list, not a router's document.
    [['index.html', 'posts/200.html'], undefined],
  ])('of %j falls back to %s', async (files, fallback) => {
    expect(await routerOf(build(files))).toBe(fallback);
  });

  it('of several documents falls back to the one that the configuration names, and a router wants one', async () => {
    const folder = build(['index.html', 'renew.html'], { 'a.js': 'history.pushState({}, "", to)' });
    expect((await analyseBuild(folder)).problems).toMatchObject([
      { what: expect.stringContaining('fallback') },
    ]);
    expect(await analyseBuild(folder, {}, { fallback: 'index.html' })).toMatchObject({
      table: { fallbacks: [{ folder: '', file: 'index.html', status: 200 }] },
      problems: [],
    });
    expect((await analyseBuild(folder, {}, { fallback: { '/a/': 'renew.html' } })).table.fallbacks).toEqual([
      { folder: 'a/', file: 'renew.html', status: 200 },
    ]);
    const none = analyseBuild(folder, {}, { fallback: 'none.html' });
    await expect(none).rejects.toThrow('none.html is not in the build');
    expect((await analyseBuild(build(['index.html', 'renew.html'], { 'a.js': '' }))).problems).toEqual([]);
  });

  it('names a missing script', async () => {
    const html = (src: string) => `<script src="${src}"></script>`;
    const files = ['assets/a b.js', 'a.js'];
    for (const src of ['/a.js', '/assets/a%20b.js?x', 'https://x.example/b.js'])
      expect((await analyseBuild(build(files, { 'index.html': html(src) }))).problems, src).not.toMatchObject(
        [{ directive: 'base' }],
      );
    for (const src of ['/assets/%zz.js', '/b.js'])
      expect((await analyseBuild(build(files, { 'index.html': html(src) }))).problems, src).toMatchObject([
        {
          file: 'index.html',
          directive: 'base',
          what: expect.stringContaining('is not in the build. If the build'),
        },
      ]);
  });

  it('with its own page for missing paths has no router’s document', async () => {
    const { fallbacks } = (await analyseBuild(build(['index.html'], { '404.html': `${PAGE}Gone` }))).table;
    expect(fallbacks).toEqual([{ folder: '', file: '404.html', status: 404 }]);
  });

  it.each([
    ['/shop/', { 'index.html': '<script src=/shop/assets/a.js></script>' }],
    ['/a/b%20c/', { 'index.html': '<link rel=stylesheet href="/a/b%20c/assets/a.css">' }],
    ['/shop/', { 'index.html': '<base href="/shop/"><script src=assets/a.js></script>' }],
    ['/shop/', { 'index.html': '<base href="/shop/"><p>No script' }],
    ['/', { 'index.html': '<script src=/assets/a.js></script><link rel=icon href=/x/assets/a.css>' }],
    ['/', { 'index.html': '<base href="./"><script src=assets/a.js></script>' }],
    ['/', { 'index.html': '<base href="//cdn.example.com/shop/"><script src=assets/a.js></script>' }],
    ['/', { 'index.html': '<script src=//shop.example.com/shop/assets/a.js></script>' }],
    // The folder is in the build.
    [
      '/',
      { 'index.html': '', 'de/index.html': '<base href="/de/"><script src=a.js></script>', 'de/a.js': '' },
    ],
    // Its files decide, not one address of something else.
    [
      '/shop/',
      {
        'index.html': '<script src=/vendor/assets/a.js></script>',
        'b.html': '<script src=/shop/assets/a.js></script><link rel=modulepreload href=/shop/assets/a.js>',
      },
    ],
    ['/', { 'index.html': '<script src=/shop/none.js></script>' }],
  ])('was made for %s: %j', async (base, contents) => {
    const folder = build(['assets/a.js', 'assets/a.css'], contents);
    const { table } = await analyseBuild(folder);
    expect(table.base).toBe(base);
    expect(table.scripts[0]).toBe(`${base}assets/`);
    expect((await analyseBuild(folder, {}, { base: '/own/' })).table.base).toBe('/own/');
  });

  it('has a router for each folder that its <base> makes a site of its own', async () => {
    const page = (folder: string) => `<base href="/shop/${folder}"><script src=a.js></script>`;
    const files = { 'index.html': page(''), 'de/index.html': page('de/'), 'en/index.html': page('en/') };
    const { table } = await analyseBuild(
      build(['a.js', 'de/a.js', 'en/a.js', 'en/404.html', 'en/x.html'], files),
    );
    expect(table.fallbacks).toEqual([
      { folder: 'de/', file: 'de/index.html', status: 200 },
      { folder: 'en/', file: 'en/404.html', status: 404 },
      { folder: '', file: 'index.html', status: 200 },
    ]);
  });

  it('has documents for many paths, the most specific first', async () => {
    const files =
      'index.html [[...all]].html posts/[id].html posts/[id]/[part]/index.html posts/new.html x[y].html';
    const { dynamic } = (await analyseBuild(build(files.split(' ')))).table;
    expect(dynamic).toEqual([
      { path: '/posts/[id]', file: 'posts/[id].html' },
      { path: '/posts/[id]/[part]', file: 'posts/[id]/[part]/index.html' },
      { path: '/[[...all]]', file: '[[...all]].html' },
    ]);
  });

  it('has the service worker at its top that it registers', async () => {
    const worker = `self.addEventListener('fetch', answer)`;
    const app = `navigator.serviceWorker.register('/sw.js'); later('firebase-messaging-sw.js', 'plain.js')`;
    const files = {
      'index.html': PAGE,
      'a/sw.js': worker,
      'firebase-messaging-sw.js': worker,
      'app.js': app,
    };
    const of = async (more: object) => (await analyseBuild(build(['plain.js'], { ...files, ...more }))).table;
    expect((await of({ 'other.js': worker })).worker).toBeUndefined();
    expect((await of({ 'other.js': worker, 'sw.js': worker })).worker).toBe('sw.js');
  });

  it('names contradictions among them', async () => {
    const { table, problems } = await analyseBuild(build(['index.html', 'a/[x].html', 'a/[y]/b.html']));
    expect(table.dynamic).toEqual([]);
    expect(problems).toMatchObject([{ directive: 'path', what: expect.stringContaining("'x' !== 'y'") }]);
  });

  it('has scripts in folders, and files at its top', async () => {
    const files = [
      '_next/static/a/1.js',
      '_next/static/a/app/[id]/page-1.mjs',
      '_next/b.js',
      'sw.js',
      'a;b,c/d.js',
      'x/y.css',
    ];
    const { scripts } = (await analyseBuild(build(['index.html', ...files]))).table;
    expect(scripts).toEqual(['/_next/', '/a%3Bb%2Cc/', '/sw.js']);
  });
});

describe('problems', () => {
  it('name the file', async () => {
    const folder = build(['_holdfast/x.js'], {
      'index.html': PAGE,
      'about/index.html': PAGE.replace('<body>', '<body><img src=https://a.example.com/x>'),
    });
    const { problems, table } = await analyseBuild(folder);
    expect(table.scripts).toEqual([]);
    expect(problems.map(({ file, directive }) => [file, directive])).toEqual([
      ['_holdfast/x.js', 'path'],
      ['about/index.html', 'img-src'],
    ]);
  });

  it('name a script that a document for many paths would not find', async () => {
    const html = PAGE.replace('</head>', '<script type=module src="./assets/a.js"></script></head>');
    const router = { 'assets/a.js': 'history.pushState({}, "", to)' };
    const problems = async (files: Readonly<Record<string, string>>) =>
      (await analyseBuild(build(['404.html'], { ...router, ...files }))).problems;
    expect(await problems({ 'index.html': PAGE, 'posts/[id].html': html })).toMatchObject([
      { file: 'posts/[id].html', directive: 'base', what: expect.stringContaining('./assets/a.js') },
    ]);
    // As Angular builds.
    const based = html.replace('<head>', '<head><base href="/">');
    expect(await problems({ 'index.html': PAGE, 'posts/[id].html': based })).toEqual([]);
    // Its router may change the fragment only.
    expect(await problems({ 'index.html': html })).toEqual([]);
  });

  it('are not those of app:// where the build is at its address, or has no policy of the shell', async () => {
    const script =
      "<script>new WebSocket('wss://' + location.host); eval(code); new RTCPeerConnection()</script>";
    const html = `${script}<script src="/socket.io/socket.io.js"></script><img src=https://a.example.com/x>`;
    const folder = build(['b.html'], { 'index.html': html, 'a.js': 'history.pushState({}, "", to)' });
    const at = async (place: 'app' | 'address' | 'open') =>
      (await analyseBuild(folder, {}, { place })).problems.map(({ directive }) => directive).sort();
    const always = ['base', 'img-src', 'path', 'script-src', 'webrtc'];
    expect(await at('app')).toEqual(['connect-src', ...always].sort());
    expect(await at('address')).toEqual(always);
    expect(await at('open')).toEqual(['path']);
  });

  it('name what inline scripts lose, as what files do', async () => {
    const files = {
      'index.html': '<script>eval(code)</script><script type=text/x>new SharedArrayBuffer(1)</script>',
    };
    expect((await analyseBuild(build([], files))).problems).toMatchObject([
      { file: 'index.html', directive: 'script-src', what: expect.stringContaining("'unsafe-eval'") },
    ]);
  });

  it('are none if the settings allow it', async () => {
    const folder = build([], {
      'index.html': PAGE.replace('<body>', '<body><img src=https://a.example.com/x>'),
    });
    expect((await analyseBuild(folder)).problems).toHaveLength(1);
    for (const source of ['https:', 'https://*.example.com', 'https://a.example.com/x']) {
      const contentSecurityPolicy = [`img-src data: ${source}`];
      expect((await analyseBuild(folder, { contentSecurityPolicy })).problems, source).toEqual([]);
    }
    const contentSecurityPolicy = ['img-src https://b.example.com', 'font-src https://a.example.com'];
    expect((await analyseBuild(folder, { contentSecurityPolicy })).problems).toHaveLength(1);
  });
});
