import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findFiles, routes } from '../../../../electron/dev/build/routes.ts';
import { readPages } from '../../../../renderer/routes/manifest.ts';
import { testFolder } from '../../testFolder.ts';

const RENDERER = join(import.meta.dirname, '../../../../renderer');
const EXAMPLE = join(import.meta.dirname, '../../../support/pages');

vi.setConfig({ testTimeout: 20_000 });

let folder: string;
beforeEach(() => {
  folder = testFolder();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), 'export default () => null;');
  }
}

/** The built renderer. */
async function built(options?: { pages?: string }): Promise<Rolldown.OutputChunk[]> {
  const result = await build({
    configFile: false,
    root: RENDERER,
    logLevel: 'silent',
    plugins: [routes(options)],
    build: { write: false, modulePreload: { polyfill: false } },
  });
  return (result as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk');
}

const modulesOf = (chunks: Rolldown.OutputChunk[]) => chunks.flatMap(({ moduleIds }) => moduleIds);

describe('the folder of pages', () => {
  it('gives each page file its route, in the order in which they are tried, and other files none', () => {
    write('index.tsx', 'about.jsx', 'blog/index.ts', 'blog/[id].js', 'blog/[...rest].tsx', '.hidden.ts');
    write('shop/[[...x]].tsx', 'index/index.tsx', 'a.css', '_app.tsx', 'a/__tests__/b.ts', 'api/users.ts');
    expect(readPages(findFiles(folder, false)).map(({ file, path }) => `${path} ${file}`)).toEqual([
      '/ index.tsx',
      '/about about.jsx',
      '/blog blog/index.ts',
      '/blog/[id] blog/[id].js',
      '/blog/[...rest] blog/[...rest].tsx',
      '/index index/index.tsx',
      '/shop/[[...x]] shop/[[...x]].tsx',
    ]);
  });

  it('takes a link to a file for a page', () => {
    write('_elsewhere/page.tsx');
    symlinkSync(join(folder, '_elsewhere/page.tsx'), join(folder, 'linked.tsx'));
    expect(readPages(findFiles(folder, false)).map(({ path }) => path)).toEqual(['/linked']);
  });

  it('may be absent only where it is the default', () => {
    expect(findFiles(join(folder, 'none'), true)).toEqual([]);
    expect(() => findFiles(join(folder, 'none'), false)).toThrow(
      `The folder of pages, ${join(folder, 'none')}, cannot be read.`,
    );
  });

  it.each([
    [
      ['[a].tsx', '[b].tsx'],
      "You cannot use different slug names for the same dynamic path ('a' !== 'b').\n  [a].tsx\n  [b].tsx",
    ],
    [['a.tsx', 'a/index.jsx'], 'Two files are the page "/a".\n  a.tsx\n  a/index.jsx'],
  ])('with %j cannot be: the message names the files', (files, message) => {
    write(...files);
    expect(() => readPages(findFiles(folder, false))).toThrow(message);
  });
});

const mainOf = (chunks: readonly Rolldown.OutputChunk[]) =>
  chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('renderer/main.tsx')) as Rolldown.OutputChunk;

describe('a build', () => {
  it('without pages has neither the router nor its library, and an empty manifest', async () => {
    const chunks = await built({ pages: folder });
    expect(modulesOf(chunks).filter((id) => /react-router|routes\/router/.test(id))).toEqual([]);
    const first = mainOf(chunks);
    expect(first.code).toContain('{"dynamicRoutes":[],"staticRoutes":[]}');
    expect(first.code).toContain('_sentryRouteManifest');
  });

  it('with pages loads the router and each page when it is needed', async () => {
    const chunks = await built({ pages: EXAMPLE });
    const first = mainOf(chunks);
    expect(
      first.imports.filter((name) =>
        modulesOf(chunks.filter(({ fileName }) => fileName === name)).some((id) =>
          id.includes('react-router'),
        ),
      ),
    ).toEqual([]);
    expect(first.moduleIds.filter((id) => id.includes('react-router'))).toEqual([]);
    const pages = chunks.filter(({ facadeModuleId }) => facadeModuleId?.startsWith(EXAMPLE));
    expect(pages.map(({ facadeModuleId }) => facadeModuleId?.slice(EXAMPLE.length + 1)).sort()).toEqual([
      'about.tsx',
      'account.tsx',
      'broken.tsx',
      'docs/[...path].tsx',
      'index.tsx',
      'news.tsx',
      'posts/[id].tsx',
      'shop/[[...filters]].tsx',
    ]);
    for (const page of pages) expect(page.isDynamicEntry).toBe(true);
  });

  const APP = 'export const ownRouter = true;\nexport default () => null;';

  it('with a page that has a router of its own has no other, and names no routes', async () => {
    writeFileSync(join(folder, '[[...path]].tsx'), APP);
    const chunks = await built({ pages: folder });
    expect(modulesOf(chunks).filter((id) => /react-router|routes\/router/.test(id))).toEqual([]);
    expect(modulesOf(chunks)).toContain(join(RENDERER, 'routes/OwnRouter.tsx'));
    expect(mainOf(chunks).code).toContain('{"dynamicRoutes":[],"staticRoutes":[]}');
  });

  it.each([
    ['app.tsx', []],
    ['[[...path]].tsx', ['_app.tsx', 'about.tsx']],
  ])('fails if %s has a router of its own and %j are beside it', async (name, others) => {
    write(...others);
    writeFileSync(join(folder, name), APP);
    const message = `${name} has ownRouter: it must be named [[...path]], with no other page beside it`;
    const error = await built({ pages: folder }).catch(String);
    for (const part of [message, ...others]) expect(error).toContain(part);
  });
});
