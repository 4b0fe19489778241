import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CONFIG_DEFAULTS } from '../../../../electron/builtConfig/config.ts';
import { buildPages } from '../../../../electron/tool/build/runVite.ts';
import * as projects from '../../../../electron/tool/project/project.ts';
import { configured, repository } from '../../../support/repository.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';

const { appData, generatedFor } = projects;
const SHOP = { name: "Jane's “Shop” & Söhne", id: 'com.example.shop' };

function project(manifest: object, config: object = {}) {
  const files = configured({ ...SHOP, web: { build: 'dist' }, ...config });
  return projects.adopterProject(repository({ 'package.json': manifest, ...files }), '/shell');
}

it.each([
  ["Jane's “Shop” & Söhne", 'com.example.shop', 'jane-s-shop-sohne'],
  ['ショップ', 'com.example.Shop', 'shop'],
  ['--', 'com.example._', 'app'],
])('the program of %s is %s', (name, id, program) => {
  expect(projects.programOf({ name, id })).toBe(program);
});

it("an app's data comes from its configuration, then from its package.json", async () => {
  const same = {
    ...{ version: '3.2.1', description: 'Sells things.', homepage: 'https://shop.example.com' },
    license: 'MIT',
  };
  const author = { name: 'Jane', email: 'jane@example.com' };
  const own = { telemetry: { dist: '7' }, settings: { reports: 'on' } };
  const made = appData(await project({ ...same, name: 'ignored', author }, own));
  const program = 'jane-s-shop-sohne';
  expect(made.config).toEqual({
    ...{ ...CONFIG_DEFAULTS, ...SHOP, program, scheme: program, homepage: same.homepage },
    maintainer: 'Jane <jane@example.com>',
    telemetry: { ...CONFIG_DEFAULTS.telemetry, dist: '7' },
    settings: { reports: 'on' },
  });
  expect(made.manifest).toEqual({
    ...{ ...same, name: program, productName: SHOP.name, desktopName: `${program}.desktop` },
    main: 'main/main.cjs',
    author: 'Jane <jane@example.com>',
  });
});

it('takes nothing from Holdfast that an app leaves out', async () => {
  const { config, manifest } = appData(await project({ author: 'Jane' }), 'http://localhost:5173');
  expect(config).toMatchObject({ homepage: '', maintainer: '', web: { dev: 'http://localhost:5173' } });
  expect(manifest).toMatchObject({ version: '0.0.0', description: SHOP.name });
  expect(manifest).not.toHaveProperty('homepage');
  expect(manifest.author).toBe('Jane');
  // Windows shows it as the publisher.
  expect(appData(await project({})).manifest.author).toBe(SHOP.name);
  expect(appData(await project({ author: { name: 'Jane' } })).manifest.author).toBe('Jane');
  const versionOf = async (version: string, own: object) =>
    appData(await project({ version }, own)).manifest.version;
  expect(await versionOf('3.1.4', { version: '5.0.0' })).toBe('5.0.0');
  expect(await versionOf('v1', {})).toBe('0.0.0');
});

it('uses the defaults for this repository', () => {
  expect(appData(projects.holdfastProject(testFolder())).config).toEqual(CONFIG_DEFAULTS);
});

it('generates what packages require, and the app leaves out', async () => {
  const bare = await project({}, { name: 'Shop' });
  expect(generatedFor(bare, false)).toEqual({ version: '0.0.0' });
  expect(generatedFor(bare, true)).toEqual({
    version: '0.0.0',
    homepage: 'https://example.com',
    maintainer: 'Shop <desktop@example.com>',
  });
  const known = { version: '1.0.0', homepage: 'https://shop.example.com', author: 'Jane <jane@example.com>' };
  expect(generatedFor(await project(known), true)).toEqual({});
});

it('takes the configuration beside the pages of --pages, relative to the shell in which it was typed', async () => {
  const own = `export default { name: 'Corner', settings: { savePrivate: true } } as const;`;
  const shop = repository({ 'package.json': '{}', 'src/pages/index.tsx': '', 'holdfast.config.ts': own });
  vi.stubEnv('INIT_CWD', shop);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { config, pages } = await projects.projectHere('src/pages');
  expect(pages).toBe(join(shop, 'src', 'pages'));
  expect(config).toMatchObject({ name: 'Corner', settings: { savePrivate: true } });
  writeFiles(shop, { 'holdfast.config.ts': `export default { nmae: 'Corner' };` });
  await expect(projects.projectHere('src/pages')).rejects.toThrow(
    `${join(shop, 'holdfast.config.ts')}: unknown key "nmae": did you mean "name"?`,
  );
  const built = buildPages({ root: shop, shell: shop }, join(shop, 'none'), join(shop, 'out'));
  await expect(built).rejects.toThrow(`--pages: ${join(shop, 'none')} does not exist.`);
});
