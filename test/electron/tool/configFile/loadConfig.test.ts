import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findConfig, loadConfig, loadPagesConfig } from '../../../../electron/tool/configFile/loadConfig.ts';
import { repository } from '../../../support/repository.ts';
import { writeFiles } from '../../../support/writeFiles.ts';

const KEYS = `name: 'Shop', id: 'com.example.shop', web: { build: 'dist' }`;
const TYPED = `import { defineConfig } from 'holdfast';
import { web } from './web.mjs';
enum Own { Name = 'Shop' }
const name: string = Own.Name;
export default defineConfig({ name, id: 'com.example.shop', web });`;

/** As before the first build of some frameworks. */
const TSCONFIG = '{ "extends": "./.none/tsconfig.json" }';

const withWeb = (files: Record<string, string>) =>
  repository({ 'web.mjs': `export const web = { build: 'dist' };`, 'tsconfig.json': TSCONFIG, ...files });

it.each([
  ['holdfast.config.ts', '{ "type": "module" }', TYPED],
  ['holdfast.config.ts', '{ "type": "commonjs" }', TYPED],
  ['holdfast.config.mts', '{}', TYPED],
  ['holdfast.config.js', '{ "type": "commonjs" }', `export default { ${KEYS} };`],
  ['holdfast.config.mjs', '{}', `export default { ${KEYS} };`],
])('%s beside a package.json of %s is read', async (name, manifest, text) => {
  const { NODE_ENV } = process.env;
  const read = await loadConfig(withWeb({ [name]: text, 'package.json': manifest }));
  expect(read).toEqual({ name: 'Shop', id: 'com.example.shop', web: { build: 'dist' } });
  expect(process.env.NODE_ENV).toBe(NODE_ENV);
});

it.each([
  [{}, /No holdfast\.config\.ts in .*: run npx holdfast init to create it/],
  [{ 'holdfast.config.mjs': 'throw undefined; export default {}' }, /cannot be read: undefined$/],
  [
    { 'holdfast.config.ts': `${TYPED}\nconst wrong: object = { a: 1\n  b: 2 };` },
    /ts cannot be read: .*holdfast\.config\.ts:7:3/s,
  ],
  [
    { 'holdfast.config.ts': TYPED, 'web.mjs': 'export const web = {\n\n  build: };' },
    /ts cannot be read: .*web\.mjs:3:/s,
  ],
  [{ 'holdfast.config.ts': 'import "none"; export default {}' }, /config\.ts cannot be read: .*none/],
  [{ 'holdfast.config.mjs': 'export const x = 1' }, /holdfast\.config\.mjs: its default export must be/],
  [
    { 'holdfast.config.mjs': `export default { ${KEYS.replace('dist', '..')} }` },
    /"web\.build" must not be a folder around/,
  ],
])('%j: %s', async (files, problem) => {
  await expect(loadConfig(withWeb(files))).rejects.toThrow(problem);
});

it('uses the nearest file beside the pages, up to the package.json', async () => {
  const root = repository({ 'holdfast.config.ts': '', 'app/src/pages/x': '' });
  const pages = join(root, 'app', 'src', 'pages');
  expect(findConfig(pages)).toBe(join(root, 'holdfast.config.ts'));
  writeFiles(root, { 'app/package.json': { version: '3.1.4-beta.1', type: 'module' } });
  const names = { name: 'Holdfast', id: 'com.example.holdfast' };
  const known = { ...names, version: '3.1.4-beta.1' };
  expect(await loadPagesConfig(pages, names)).toEqual(known);
  const own = `export default { name: 'Shop', icons: 'icons', web: { build: 'dist' } };`;
  writeFiles(root, { 'app/holdfast.config.mts': own });
  const icons = join(root, 'app', 'icons');
  expect(await loadPagesConfig(pages, names)).toEqual({ ...known, name: 'Shop', icons });
});
