import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { findElectron } from '../../../../electron/tool/setup/electron.ts';
import { isWhole, stampOf } from '../../../../electron/tool/setup/electronFromNpm.ts';
import { testFolder } from '../../testFolder.ts';

it.runIf(process.platform === 'linux')('recognises an Electron for tests by any path', async () => {
  const folder = testFolder();
  const dist = join(folder, 'dist');
  const link = join(folder, 'release');
  mkdirSync(dist);
  for (const name of ['electron', 'version', 'for-tests']) writeFileSync(join(dist, name), '45.0.0');
  symlinkSync(dist, link);
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', link);
  expect(await findElectron()).toMatchObject({ dist: link, isForTests: true });
});

it.skipIf(process.platform === 'win32')('finds a change of an unpacked Electron, of whatever kind', () => {
  const dist = join(testFolder(), 'electron-33.2.1');
  const file = join(dist, 'electron');
  mkdirSync(dist);
  writeFileSync(file, 'one');
  expect(isWhole(dist)).toBe(false);
  const stamp = () => writeFileSync(`${dist}.stamp`, stampOf(dist));
  stamp();
  expect(isWhole(dist)).toBe(true);
  utimesSync(file, 1, 1);
  expect(isWhole(dist)).toBe(false);
  stamp();
  writeFileSync(file, 'three');
  utimesSync(file, 1, 1);
  expect(isWhole(dist)).toBe(false);
  stamp();
  symlinkSync(dist, join(dist, 'app'));
  expect(isWhole(dist)).toBe(false);
});
