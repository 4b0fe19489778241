/** The package `holdfast`, as npm packs and installs it, in an app's own repository. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractFile, listPackage } from '@electron/asar';
import { beforeAll, expect, it } from 'vitest';
import { npmCommand } from '../../../electron/tool/setup/npm.mjs';
import { fileFolder } from '../../electron/testFolder.ts';
import { packHoldfast, typedEnvironment } from '../../support/package.ts';
import { startApp } from '../../support/screen.ts';

const CONFIG = `import { defineConfig } from 'holdfast';
export default defineConfig({
  name: "Jane's Shop",
  id: 'com.example.shop',
  web: { build: 'dist' },
  main: 'desktop/main.ts',
  settings: { reports: 'off' },
  builder: { linux: { category: 'Office' } },
});`;
const MAIN = `import { defineMain } from 'holdfast/main';
export default defineMain({ ready: ({ log }) => log('the code of the shop runs') });`;
const FILES = {
  'package.json':
    '{ "version": "2.3.4", "author": "Jane <jane@example.com>", "homepage": "https://shop.example.com" }',
  'holdfast.config.ts': CONFIG,
  'desktop/main.ts': MAIN,
  'dist/index.html':
    '<!doctype html><title>Shop</title><div id="root"></div><script type="module" src="/assets/index.js"></script><script src="https://counter.example.com/count.js"></script>',
  'dist/assets/index.js': "document.getElementById('root').innerHTML = '<h1>The shop is open</h1>';",
};

const shop = fileFolder();
const run = (program: string, args: string[], cwd = shop) =>
  promisify(execFile)(program, args, { cwd, env: typedEnvironment() });
const npm = (cwd: string, ...args: string[]) => {
  const [program, ...first] = npmCommand();
  return run(program, [...first, ...args], cwd);
};
/** The installed tool. */
const holdfast = (...args: string[]) =>
  run(process.execPath, [join(shop, 'node_modules', 'holdfast', '.build', 'tool', 'cli.js'), ...args]);

beforeAll(async () => {
  await packHoldfast(shop);
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(join(shop, name, '..'), { recursive: true });
    await writeFile(join(shop, name), text);
  }
}, 600_000);

it("is below 5 MB, and is installed with the tool's dependencies and nothing of the shell", async () => {
  const [name = ''] = (await readdir(shop)).filter((file) => file.endsWith('.tgz'));
  expect(statSync(join(shop, name)).size).toBeLessThan(5_000_000);
  await npm(shop, 'install', '--save-dev', '--ignore-scripts', '--prefer-offline', join(shop, name));
  const installed = await readdir(join(shop, 'node_modules'));
  expect(installed).toEqual(expect.arrayContaining(['holdfast', 'electron', 'electron-builder', 'vite']));
  expect(installed.filter((one) => /^(react|next|axe-core|vitest)$/.test(one))).toEqual([]);
  expect(existsSync(join(shop, 'node_modules', '@sentry'))).toBe(false);
}, 600_000);

it.runIf(process.platform === 'linux')('shows the build, and runs the main code', async () => {
  const { stdout, stderr } = await holdfast('start', `--user-data-dir=${join(shop, '.data')}`);
  expect(stdout).toMatch(/the window shows\s+The shop is open/);
  expect(stderr).toContain('the code of the shop runs');
});

it.runIf(process.platform === 'linux')(
  'packs an app that starts, from one archive, under its own name, and reports what the policy refuses',
  async () => {
    const { stderr } = await holdfast('package');
    expect(stderr).toContain('notice: index.html: script-src');
    const folder = join(shop, '.holdfast', 'package', 'linux-unpacked');
    const archive = join(folder, 'resources', 'app.asar');
    const names = listPackage(archive, { isPack: false });
    expect(names).toEqual(
      expect.arrayContaining(['/config.json', '/extension.cjs', '/web/index.html', '/web.json']),
    );
    expect(names.filter((name) => /\.map$|node_modules/.test(name))).toEqual([]);
    // Nothing of the shell's own maker.
    expect(extractFile(archive, 'config.json').toString()).not.toContain('Holdfast maintainers');
    expect(JSON.parse(extractFile(archive, 'package.json').toString())).toMatchObject({
      name: 'jane-s-shop',
      productName: "Jane's Shop",
      version: '2.3.4',
    });
    const map = join(shop, '.holdfast', 'package', 'sourcemaps', 'extension.cjs.map');
    const { sources } = JSON.parse(await readFile(map, 'utf8'));
    expect(sources).toContainEqual(expect.stringMatching(/^[./]*\/desktop\/main\.ts$/));
    // What a release is signed with needs nothing else of the package.
    const { stdout: sign } = await run(process.execPath, ['-p', "require.resolve('holdfast/sign')"]);
    expect(existsSync(sign.trim())).toBe(true);
    const app = await startApp({ executable: join(folder, 'jane-s-shop') });
    await app.shows('The shop is open');
    expect(await app.stop()).toBe(0);
    // Neither the package nor the app's repository contains other files of it.
    expect((await readdir(shop)).filter((name) => !name.endsWith('.tgz')).sort()).toEqual(
      [
        '.data',
        '.holdfast',
        'desktop',
        'dist',
        'holdfast.config.ts',
        'node_modules',
        'package-lock.json',
        'package.json',
      ].sort(),
    );
    expect((await readdir(join(shop, '.holdfast'))).filter((name) => name.startsWith('packing-'))).toEqual(
      [],
    );
  },
  300_000,
);
