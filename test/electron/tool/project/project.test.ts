import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG_DEFAULTS } from '../../../../electron/configuration/config.ts';
import {
  adopterProject,
  appData,
  generatedFor,
  holdfastProject,
  programOf,
} from '../../../../electron/tool/project/project.ts';
import { testFolder } from '../../testFolder.ts';

const SHOP = { name: "Jane's “Shop” & Söhne", id: 'com.example.shop' };

function project(manifest: object, config: object = {}) {
  const root = testFolder();
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  const text = JSON.stringify({ ...SHOP, web: { build: 'dist' }, ...config });
  writeFileSync(join(root, 'holdfast.config.ts'), `export default ${text};`);
  return adopterProject(root, '/shell');
}

it.each([
  ["Jane's “Shop” & Söhne", 'com.example.shop', 'jane-s-shop-sohne'],
  ['ショップ', 'com.example.Shop', 'shop'],
  ['--', 'com.example._', 'app'],
])('the program of %s is %s', (name, id, program) => {
  expect(programOf({ name, id })).toBe(program);
});

it("an app's data comes from its configuration, then from its package.json", async () => {
  const made = appData(
    await project(
      {
        name: 'ignored',
        version: '3.2.1',
        description: 'Sells things.',
        homepage: 'https://shop.example.com',
        author: { name: 'Jane', email: 'jane@example.com' },
        license: 'MIT',
      },
      { telemetry: { dist: '7' }, settings: { reports: 'on' } },
    ),
  );
  expect(made.config).toEqual({
    packaged: false,
    look: {},
    desktop: {},
    ...{ ...SHOP, program: 'jane-s-shop-sohne', scheme: 'jane-s-shop-sohne' },
    homepage: 'https://shop.example.com',
    maintainer: 'Jane <jane@example.com>',
    telemetry: { ...CONFIG_DEFAULTS.telemetry, dist: '7' },
    settings: { reports: 'on' },
    web: {},
  });
  expect(made.manifest).toEqual({
    name: 'jane-s-shop-sohne',
    productName: SHOP.name,
    version: '3.2.1',
    description: 'Sells things.',
    main: 'main/main.cjs',
    desktopName: 'jane-s-shop-sohne.desktop',
    homepage: 'https://shop.example.com',
    author: 'Jane <jane@example.com>',
    license: 'MIT',
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
  expect(appData(holdfastProject(testFolder())).config).toEqual(CONFIG_DEFAULTS);
});

it('generates what packages require, and the app leaves out', async () => {
  const { name: _, ...plain } = SHOP;
  const bare = await project({}, { ...plain, name: 'Shop' });
  expect(generatedFor(bare, false)).toEqual({ version: '0.0.0' });
  expect(generatedFor(bare, true)).toEqual({
    version: '0.0.0',
    homepage: 'https://example.com',
    maintainer: 'Shop <desktop@example.com>',
  });
  const known = { version: '1.0.0', homepage: 'https://shop.example.com', author: 'Jane <jane@example.com>' };
  expect(generatedFor(await project(known), true)).toEqual({});
});
