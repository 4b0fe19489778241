import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findFiles } from '../../../../electron/tool/build/routes.ts';
import { readPages } from '../../../../renderer/routes/manifest.ts';
import { testFolder } from '../../testFolder.ts';

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

describe('the pages folder', () => {
  it('gives each page its route in matching order, and other files no route', () => {
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

  it.each([
    [
      ['[a].tsx', '[b].tsx'],
      "You cannot use different slug names for the same dynamic path ('a' !== 'b').\n  [a].tsx\n  [b].tsx",
    ],
    [['a.tsx', 'a/index.jsx'], 'Two files define the page "/a".\n  a.tsx\n  a/index.jsx'],
  ])('with %j is rejected, and the message names the files', (files, message) => {
    write(...files);
    expect(() => readPages(findFiles(folder, false))).toThrow(message);
  });
});
