import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { analyseBuild } from '../../../../electron/tool/project/webBuild.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';

const PAGE = '<!doctype html><html><head></head><body></body></html>';

/** A folder with these files; without contents, documents are empty pages. */
function build(files: readonly string[], contents: Readonly<Record<string, string>> = {}): string {
  const empty = files.map((file) => [file, file.endsWith('.html') ? PAGE : '']);
  return writeFiles(testFolder(), { ...Object.fromEntries(empty), ...contents });
}

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

  it('of several documents falls back to the one that the configuration names', async () => {
    const folder = build(['index.html', 'renew.html']);
    const fallbacks = async (fallback: string | Record<string, string>) =>
      (await analyseBuild(folder, {}, { fallback })).table.fallbacks;
    expect(await fallbacks('index.html')).toEqual([{ folder: '', file: 'index.html', status: 200 }]);
    const named = [{ folder: 'a/', file: 'renew.html', status: 200 }];
    expect(await fallbacks({ '/a/': 'renew.html' })).toEqual(named);
    await expect(fallbacks('none.html')).rejects.toThrow('none.html is not in the build');
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
    ['/', { 'de/index.html': '<base href="/de/"><script src=a.js></script>', 'de/a.js': '' }],
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
    const pages = build(['a.js'], { 'index.html': page(''), 'fr/index.html': page('') });
    expect((await analyseBuild(pages)).table.fallbacks).toEqual([]);
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
    const others = { 'a/sw.js': worker, 'firebase-messaging-sw.js': worker };
    const files = { 'index.html': PAGE, 'app.js': app, ...others };
    const of = async (more: object) => (await analyseBuild(build(['plain.js'], { ...files, ...more }))).table;
    expect((await of({ 'other.js': worker })).worker).toBeUndefined();
    expect((await of({ 'other.js': worker, 'sw.js': worker })).worker).toBe('sw.js');
  });

  it('has scripts in folders, and files at its top', async () => {
    const files = 'index.html _next/static/a/app/[id]/page-1.mjs _next/b.js sw.js a;b,c/d.js x/y.css';
    const { scripts } = (await analyseBuild(build(files.split(' ')))).table;
    expect(scripts).toEqual(['/_next/', '/a%3Bb%2Cc/', '/sw.js']);
  });
});

const SRC = (src: string) => PAGE.replace('</head>', `<script type=module src="${src}"></script></head>`);
const ROUTER = { 'assets/a.js': 'history.pushState({}, "", to)' };
const PICTURE = PAGE.replace('<body>', '<body><img src=https://a.example.com/x>');

describe('a build names', () => {
  it.each<[string, Record<string, string>, [file: string, directive: string, part: string][]]>([
    ['nothing', { 'assets/a b.js': '', 'index.html': SRC('/assets/a%20b.js?x') }, []],
    ['a missing script', { 'index.html': SRC('/b.js') }, [['index.html', 'base', 'is not in the build. If']]],
    ['a mistyped one', { 'index.html': SRC('/a/%zz.js') }, [['index.html', 'base', 'is not in the build']]],
    ["what is the shell's", { '_holdfast/x.js': '' }, [['_holdfast/x.js', 'path', 'belongs to the shell']]],
    ['a server', { 'about/index.html': PICTURE }, [['about/index.html', 'img-src', 'a.example.com']]],
    ['a router without a document', { ...ROUTER, 'a.html': PAGE }, [['index.html', 'path', 'fallback']]],
    // Its router may change the fragment only.
    ['nothing', { ...ROUTER, 'index.html': SRC('./assets/a.js') }, []],
    [
      'a script that a document for many paths would not find',
      { ...ROUTER, '200.html': PAGE, 'posts/[id].html': SRC('./assets/a.js') },
      [['posts/[id].html', 'base', './assets/a.js']],
    ],
    // As Angular builds.
    [
      'nothing',
      {
        ...{ ...ROUTER, '200.html': PAGE },
        'posts/[id].html': SRC('./assets/a.js').replace('<head>', '<head><base href="/">'),
      },
      [],
    ],
    [
      'contradictions of paths',
      { 'a/[x].html': PAGE, 'a/[y]/b.html': PAGE },
      [['a/[x].html, a/[y]/b.html', 'path', "'x' !== 'y'"]],
    ],
    [
      'what inline scripts lose, as what files do',
      { 'index.html': '<script>eval(code)</script><script type=text/x>new SharedArrayBuffer(1)</script>' },
      [['index.html', 'script-src', "'unsafe-eval'"]],
    ],
  ])('%s: %j', async (_what, files, expected) => {
    const { problems, table } = await analyseBuild(build(['index.html'], files));
    expect(problems).toEqual(
      expected.map(([file, directive, part]) =>
        expect.objectContaining({ file, directive, what: expect.stringContaining(part) }),
      ),
    );
    expect(table.scripts).not.toContain('/_holdfast/');
  });

  it('not what is of app:// where it is at its address, or has no policy of the shell', async () => {
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

  it.each([
    ['img-src data: https:', 0],
    ['img-src https://*.example.com', 0],
    ['img-src https://a.example.com/x', 0],
    ['img-src https://b.example.com', 1],
    ['font-src https://a.example.com', 1],
  ])('with the setting %s so many: %i', async (entry, count) => {
    const settings = { contentSecurityPolicy: [entry] };
    const { problems } = await analyseBuild(build([], { 'index.html': PICTURE }), settings);
    expect(problems).toHaveLength(count);
  });
});
