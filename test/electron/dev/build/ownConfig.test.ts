import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { config } from '../../../../electron/config.ts';
import {
  applyOwnConfig,
  checkOwnConfig,
  findOwnConfig,
  PAGES_VARIABLE,
} from '../../../../electron/dev/build/ownConfig.ts';
import { testFolder } from '../../testFolder.ts';

it.each([
  [[], 'its default export must be an object.'],
  [undefined, 'its default export must be an object.'],
  [{ nmae: 'x' }, '"nmae" is no key of it; there are name, '],
  [{ name: ' ' }, '"name" must be text.'],
  [{ version: '1.2' }, '"version" must be a version such as "1.2.3".'],
  [{ program: 'My App' }, '"program" must be lower-case letters'],
  [{ id: 'shop' }, '"id" must be a reverse domain name'],
  [{ scheme: 'app' }, '"scheme" must not be "app"'],
  [{ homepage: 'shop' }, '"homepage" must be an address.'],
  [{ maintainer: 'Shop' }, '"maintainer" must be a name and an e-mail address'],
  [{ settings: 'x.json' }, '"settings" must be an object.'],
])('%j is rejected: %s', (value, problem) => {
  expect(() => checkOwnConfig(value, 'f.ts')).toThrow(`f.ts: ${problem}`);
});

it('the nearest file is used, up to the package.json', async () => {
  const root = testFolder();
  const pages = join(root, 'app', 'src', 'pages');
  await mkdir(pages, { recursive: true });
  await writeFile(join(root, 'holdfast.config.ts'), '');
  expect(findOwnConfig(pages)).toBe(join(root, 'holdfast.config.ts'));
  await writeFile(join(root, 'app', 'package.json'), '');
  expect(findOwnConfig(pages)).toBeUndefined();
  await writeFile(join(root, 'app', 'holdfast.config.mts'), '');
  expect(findOwnConfig(pages)).toBe(join(root, 'app', 'holdfast.config.mts'));
});

it('the version is that of the pages’ package.json, unless the configuration has one', async () => {
  const root = testFolder();
  vi.stubEnv(PAGES_VARIABLE, join(root, 'pages'));
  const packed = async () => {
    const own = { ...config };
    await applyOwnConfig(own);
    return own.version;
  };
  await writeFile(join(root, 'package.json'), '{ "private": true }');
  expect(await packed()).toBeUndefined();
  await writeFile(join(root, 'package.json'), '{ "version": "3.1.4-beta.1", "type": "module" }');
  expect(await packed()).toBe('3.1.4-beta.1');
  await writeFile(join(root, 'holdfast.config.ts'), `export default { version: '5.0.0' };`);
  expect(await packed()).toBe('5.0.0');
  vi.unstubAllEnvs();
});
