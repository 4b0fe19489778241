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

describe('a build', () => {
  it('has documents with their sizes and offsets; a byte order mark counts only as size', async () => {
    const { documents, problems } = await analyseBuild(build([], { 'index.html': `\uFEFF${PAGE}` }));
    expect(documents['index.html']).toEqual({
      bytes: Buffer.byteLength(PAGE) + 3,
      start: PAGE.indexOf('<head>') + 6,
      styles: [],
      scriptHashes: [],
      handlerHashes: [],
      styleHashes: [],
    });
    expect(problems).toEqual([]);
  });

  it.each([
    [['index.html'], 'index.html'],
    // The start page under another name.
    [['index.html', '404.html', 'assets/a.js'], 'index.html'],
    [['index.html', '404.html', '_not-found.html'], undefined],
    [['index.html', 'about.html'], undefined],
    [['index.html', 'about.html', '200.html'], '200.html'],
  ])('of %j falls back to %s', async (files, fallback) => {
    expect((await analyseBuild(build(files))).fallback).toBe(fallback);
  });

  it('of several documents falls back to the one that the configuration names, and a router wants one', async () => {
    const folder = build(['index.html', 'renew.html'], { 'a.js': 'history.pushState({}, "", to)' });
    expect((await analyseBuild(folder)).problems).toMatchObject([
      { what: expect.stringContaining('fallback') },
    ]);
    expect(await analyseBuild(folder, {}, 'index.html')).toMatchObject({
      fallback: 'index.html',
      problems: [],
    });
    await expect(analyseBuild(folder, {}, 'none.html')).rejects.toThrow('none.html is not in the build');
    expect((await analyseBuild(build(['index.html', 'renew.html'], { 'a.js': '' }))).problems).toEqual([]);
  });

  it('names a missing script, as in a build for a subfolder', async () => {
    const html = (src: string) => `<script src="${src}"></script>`;
    const files = ['assets/a b.js', 'a.js'];
    for (const src of ['/a.js', '/assets/a%20b.js?x', 'https://x.example/b.js'])
      expect((await analyseBuild(build(files, { 'index.html': html(src) }))).problems, src).not.toMatchObject(
        [{ directive: 'base' }],
      );
    for (const src of ['/shop/a.js', '/assets/%zz.js', '/b.js'])
      expect((await analyseBuild(build(files, { 'index.html': html(src) }))).problems, src).toMatchObject([
        {
          file: 'index.html',
          directive: 'base',
          what: expect.stringContaining('is not in the build. If it'),
        },
      ]);
  });

  it('with its own page for missing paths has no fallback', async () => {
    expect((await analyseBuild(build(['index.html'], { '404.html': `${PAGE}Gone` }))).fallback).toBe(
      undefined,
    );
  });

  it('has documents for many paths, the most specific first', async () => {
    const files =
      'index.html [[...all]].html posts/[id].html posts/[id]/[part]/index.html posts/new.html x[y].html';
    const { dynamic } = await analyseBuild(build(files.split(' ')));
    expect(dynamic).toEqual([
      { path: '/posts/[id]', file: 'posts/[id].html' },
      { path: '/posts/[id]/[part]', file: 'posts/[id]/[part]/index.html' },
      { path: '/[[...all]]', file: '[[...all]].html' },
    ]);
  });

  it('names contradictions among them', async () => {
    const { dynamic, problems } = await analyseBuild(build(['index.html', 'a/[x].html', 'a/[y]/b.html']));
    expect(dynamic).toEqual([]);
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
    const { scripts } = await analyseBuild(build(['index.html', ...files]));
    expect(scripts).toEqual(['/_next/', '/a%3Bb%2Cc/', '/sw.js']);
  });
});

describe('problems', () => {
  it('name the file', async () => {
    const folder = build(['_holdfast/x.js'], {
      'index.html': PAGE,
      'about/index.html': PAGE.replace('<body>', '<body><img src=https://a.example.com/x>'),
    });
    const { problems, scripts } = await analyseBuild(folder);
    expect(scripts).toEqual([]);
    expect(problems.map(({ file, directive }) => [file, directive])).toEqual([
      ['_holdfast/x.js', 'path'],
      ['about/index.html', 'img-src'],
    ]);
  });

  it('name a script that pages of the app’s own router would not find', async () => {
    const html = PAGE.replace('</head>', '<script type=module src="./assets/a.js"></script></head>');
    expect((await analyseBuild(build([], { 'index.html': html }))).problems).toMatchObject([
      { file: 'index.html', directive: 'base', what: expect.stringContaining('./assets/a.js') },
    ]);
    expect((await analyseBuild(build(['about.html'], { 'index.html': html }))).problems).toEqual([]);
    // As Angular builds.
    const based = html.replace('<head>', '<head><base href="/">');
    expect((await analyseBuild(build([], { 'index.html': based }))).problems).toEqual([]);
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

  it('name a page that shares its path with the server', async () => {
    const files = ['index.html', 'orders/index.html', 'orders/[id].html', 'about.html'];
    const problemsWith = async (...proxy: string[]) => (await analyseBuild(build(files), { proxy })).problems;
    expect(await problemsWith('/orders')).toEqual([
      {
        file: 'orders/index.html',
        directive: 'path',
        what: 'Its path is also in the setting proxy: a link shows the page, and only fetch and forms reach the server',
      },
    ]);
    expect(await problemsWith('/orders/*', '/about')).toMatchObject([
      { file: 'about.html', what: expect.stringContaining('and so are those of 1 more') },
    ]);
    expect(await problemsWith('/api/*', '/index', '/aboutus')).toEqual([]);
  });

  it('name scripts where a server answers', async () => {
    const folder = build(['index.html', 'assets/a.js', 'sw.js']);
    expect((await analyseBuild(folder, { proxy: ['/assets/api/*'] })).problems).toMatchObject([
      { file: 'assets/', directive: 'script-src' },
    ]);
  });
});
