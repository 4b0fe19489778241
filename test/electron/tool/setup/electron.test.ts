import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findElectron } from '../../../../electron/tool/setup/electron.ts';
import { sumOf } from '../../../../electron/tool/setup/electronFromNpm.ts';
import { testFolder } from '../../testFolder.ts';

it.runIf(process.platform === 'linux')('recognises an Electron for tests by any path', async () => {
  const folder = testFolder();
  const dist = join(folder, 'dist');
  const link = join(folder, 'release');
  mkdirSync(dist);
  for (const name of ['electron', 'version', 'for-tests']) writeFileSync(join(dist, name), '45.0.0');
  symlinkSync(dist, link);
  const { ELECTRON_OVERRIDE_DIST_PATH: before } = process.env;
  process.env.ELECTRON_OVERRIDE_DIST_PATH = link;
  onTestFinished(() => {
    if (before === undefined) delete process.env.ELECTRON_OVERRIDE_DIST_PATH;
    else process.env.ELECTRON_OVERRIDE_DIST_PATH = before;
  });
  expect(await findElectron()).toMatchObject({ dist: link, isForTests: true });
});

it.skipIf(process.platform === 'win32')('finds any change of a folder by its sum', () => {
  const folder = testFolder();
  const app = join(folder, 'resources', 'app');
  mkdirSync(join(folder, 'resources'));
  writeFileSync(join(folder, 'electron'), 'one');
  writeFileSync(join(folder, 'version'), 'two');
  const sum = sumOf(folder);
  symlinkSync(folder, app);
  expect(sumOf(folder)).not.toBe(sum);
  rmSync(app);
  expect(sumOf(folder)).toBe(sum);
  writeFileSync(app, '');
  expect(sumOf(folder)).not.toBe(sum);
  rmSync(app);
  writeFileSync(join(folder, 'electron'), 'two');
  writeFileSync(join(folder, 'version'), 'one');
  expect(sumOf(folder)).not.toBe(sum);
});

it.skipIf(process.platform === 'win32')('finds a change that keeps the size of a file by its stamp', () => {
  const folder = testFolder();
  const file = join(folder, 'electron');
  writeFileSync(file, 'one');
  const { ctimeMs, mtime } = statSync(file);
  const stamp = sumOf(folder, true);
  expect(sumOf(folder, true)).toBe(stamp);
  // The file system's clock may stand still for some milliseconds.
  do writeFileSync(file, 'two');
  while (statSync(file).ctimeMs === ctimeMs);
  utimesSync(file, mtime, mtime);
  expect(sumOf(folder, true)).not.toBe(stamp);
});
