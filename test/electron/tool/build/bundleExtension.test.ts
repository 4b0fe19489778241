import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { bundleExtension, bundlePageModule } from '../../../../electron/tool/build/bundleExtension.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';

/** A repository with these files. Bundles its `desktop/main.ts`. */
async function bundle(files: Readonly<Record<string, string>>) {
  const root = writeFiles(testFolder(), files);
  const file = join(root, 'out/extension.cjs');
  const { modules } = await bundleExtension(join(root, 'desktop/main.ts'), file);
  const load = () => createRequire(file)(file) as { default: unknown };
  return { modules, file, root, load };
}

const pack = (name: string, files: Readonly<Record<string, string>>, more: object = {}) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.2.3', ...more }),
  ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`node_modules/${name}/${file}`, text])),
});

const VITE_CONFIG = `export default { define: { FROM_CONFIG: '"defined"' } };`;

it('one file contains the sources, packages, dynamic imports and pictures, whatever is beside it', async () => {
  const { NODE_ENV } = process.env;
  const { load, file, modules } = await bundle({
    'desktop/main.ts': `import { plain } from 'plain';
      import icon from './icon.png';
      import { join } from 'path';
      enum Kind { One = 'one' }
      declare const FROM_CONFIG: string;
      const late: Promise<string> = import('./late.ts').then(({ late }) => late);
      let found = 'none';
      try { found = require('absent'); } catch { /* as expected */ }
      export default { plain, icon, kind: Kind.One, late, joined: join('a', 'b'), found, own: typeof FROM_CONFIG };`,
    'desktop/late.ts': `export const late: string = 'late';`,
    'desktop/icon.png': 'picture',
    ...{ 'vite.config.ts': VITE_CONFIG, 'desktop/vite.config.ts': VITE_CONFIG },
    'out/main.cjs': 'main',
    // An optional part that is not installed says nothing of the package.
    ...pack(
      'plain',
      { 'index.js': `exports.plain = 'of a package';` },
      { optionalDependencies: { none: '1' } },
    ),
  });
  const { late, ...rest } = load().default as { late: Promise<string> };
  const icon = `data:image/png;base64,${btoa('picture')}`;
  const own = { plain: 'of a package', kind: 'one', joined: 'a/b', found: 'none', own: 'undefined' };
  expect(rest).toEqual({ ...own, icon });
  expect(await late).toBe('late');
  expect(readdirSync(dirname(file)).sort()).toEqual(['extension.cjs', 'extension.cjs.map', 'main.cjs']);
  expect(modules).toEqual([]);
  expect(process.env.NODE_ENV).toBe(NODE_ENV);
});

it.each([
  ['a binding.gyp', pack('native', { 'index.js': '', 'binding.gyp': '{}' })],
  ['a file built in place', pack('native', { 'index.js': '', 'build/Release/native.node': '' })],
  ['files for several systems', pack('native', { 'index.js': '', 'prebuilds/linux-x64/native.node': '' })],
  ['"gypfile" in its package.json', pack('native', { 'index.js': '' }, { gypfile: true })],
])('a package with %s stays outside, and is listed with its dependencies', async (_name, native) => {
  const needs = { dependencies: { bindings: '1', absent: '1' } };
  const manifest = 'node_modules/native/package.json';
  const { file, root, modules } = await bundle({
    'desktop/main.ts': `import { wraps } from 'wraps';\nexport default wraps;`,
    // A bundled package that needs it.
    ...pack('wraps', { 'index.js': `exports.wraps = require('native');` }),
    ...native,
    [manifest]: JSON.stringify({ ...JSON.parse(native[manifest] ?? ''), ...needs }),
    ...pack('bindings', { 'index.js': '' }),
  });
  expect(readFileSync(file, 'utf8')).toMatch(/require\(["']native["']\)/);
  const folder = (name: string) => join(root, 'node_modules', name);
  expect(modules).toEqual([
    { name: 'bindings', version: '1.2.3', folder: folder('bindings'), isNative: false },
    { name: 'native', version: '1.2.3', folder: folder('native'), isNative: true },
  ]);
});

it('a package whose compiled part is a separate package stays outside, together with that one', async () => {
  const { modules } = await bundle({
    'desktop/main.ts': `import '@scope/native/sub';\nexport default 1;`,
    ...pack(
      '@scope/native',
      { 'sub.js': '' },
      { optionalDependencies: { '@scope/a': '1', '@scope/b': '1' } },
    ),
    ...pack('@scope/b', { 'native.node': '' }),
  });
  expect(modules.map(({ name }) => name)).toEqual(['@scope/b', '@scope/native']);
});

it.each([
  ['that is no TypeScript', 'const a = 1;\nexport default {{;', /desktop\/main\.ts:2:17/],
  [
    'that imports a package which is not there',
    `import 'fs';\n\nimport 'absent';\nexport default 1;`,
    /failed to resolve import "absent" from ".*desktop\/main\.ts"/,
  ],
  [
    'that imports a missing file',
    `import './absent.ts';\nexport default 1;`,
    /Could not resolve '\.\/absent\.ts'[\s\S]*main\.ts:1:8/,
  ],
])('names a source %s, with its line', async (_name, source, told) => {
  const failure = await bundle({ 'desktop/main.ts': source }).catch(String);
  expect(failure).toMatch(told);
  expect(failure).not.toContain('\x1b');
});

it("bundles the options for the pages' SDK into one module, and names a missing entry", async () => {
  const root = writeFiles(testFolder(), {
    'sentry.ts': `import { drop } from './drop.ts';\nexport default (options: object) => ({ ...options, drop });`,
    'drop.ts': 'export const drop: string[] = [];',
  });
  const outFile = join(root, 'out', 'sentry.js');
  await expect(bundlePageModule(join(root, 'none.ts'), outFile)).rejects.toThrow(
    /^sentry: .* does not exist/,
  );
  await expect(bundleExtension(root, outFile)).rejects.toThrow('or is no file');
  expect(existsSync(outFile)).toBe(false);
  await bundlePageModule(join(root, 'sentry.ts'), outFile);
  const { default: change } = await import(/* @vite-ignore */ pathToFileURL(outFile).href);
  expect(change({ a: 1 })).toEqual({ a: 1, drop: [] });
});
