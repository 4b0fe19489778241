import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG_DEFAULTS } from '../../../../electron/builtConfig/config.ts';
import { builderConfig, removeEmpty } from '../../../../electron/tool/pack/builderConfig.ts';
import { addPackages, keepSourcemaps } from '../../../../electron/tool/pack/contents.ts';
import { filesOf } from '../../../support/repository.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';

const OPTIONS = {
  ...{ config: CONFIG_DEFAULTS, version: '45.0.0', output: '/out', licenses: '', scratch: '/scratch' },
  afterPack: () => Promise.resolve(),
};

it("makes installers for both architectures on Windows and macOS, and Windows' links", () => {
  const { win, mac, nsis } = builderConfig(OPTIONS);
  const arch = ['x64', 'arm64'];
  expect(win).toEqual({ target: [{ target: 'nsis', arch }], icon: 'icon.ico' });
  expect(nsis).toMatchObject({ include: join('/scratch', 'links.nsh'), buildUniversalInstaller: false });
  expect(mac?.target).toEqual(['dmg', 'zip'].map((target) => ({ target, arch })));
});

it('names packages for Linux without spaces, and their section, which Debian wants', () => {
  const config = { ...OPTIONS.config, name: 'JS Paint', program: 'js-paint' };
  const { artifactName, linux, deb } = builderConfig({ ...OPTIONS, config });
  expect(linux?.artifactName).toBe(`js-paint-$\{version}-$\{os}-$\{arch}.$\{ext}`);
  expect(artifactName).toBe(`$\{productName}-$\{version}-$\{os}-$\{arch}.$\{ext}`);
  expect(builderConfig({ ...OPTIONS, isForTests: true }).artifactName).toContain('}-for-tests-$');
  expect(deb?.packageCategory).toBe('utils');
});

it("adds the app's packages, each without those in it, which the list names if they are needed", async () => {
  const app = testFolder();
  const folder = testFolder();
  writeFiles(app, { 'package.json': '{ "name": "shop" }' });
  writeFiles(folder, { 'node_modules/other/index.js': '', 'index.js': 'native' });
  await addPackages(app, [{ name: 'native', folder, version: '1.0.0', isNative: true }]);
  expect(readdirSync(join(app, 'node_modules', 'native'))).toEqual(['index.js']);
  const { dependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
  expect(dependencies).toEqual({ native: '1.0.0' });
});

it('treats an unset secret as absent', () => {
  const env = { CSC_LINK: '', CSC_KEY_PASSWORD: '', APPLE_API_KEY_ID: '', WIN_CSC_LINK: '', CSC_NAME: 'Ann' };
  removeEmpty(env);
  expect(env).toEqual({ CSC_NAME: 'Ann' });
});

it("keeps the source maps of the app's own code and web build, with their scripts, beside the shell's", async () => {
  const [shell, app, output] = [testFolder(), testFolder(), testFolder()];
  const write = (folder: string, ...names: string[]) =>
    writeFiles(folder, Object.fromEntries(names.map((name) => [name, ''])));
  write(shell, 'main/main.cjs', 'main/main.cjs.map', 'renderer/index.html');
  write(app, 'extension.cjs', 'extension.cjs.map', 'config.json', 'main/main.cjs');
  write(app, 'web/v1.0/a.js', 'web/v1.0/a.js.map', 'web/index.html', 'web/no-map.js');
  write(app, 'pages/own.js', 'pages/own.js.map');
  await keepSourcemaps(shell, app, output, join(app, 'pages'));
  const scripts = ['extension.cjs', 'main/main.cjs', 'pages/own.js', 'web/v1.0/a.js'];
  expect(filesOf(join(output, 'sourcemaps'))).toEqual(scripts.flatMap((name) => [name, `${name}.map`]));
});
