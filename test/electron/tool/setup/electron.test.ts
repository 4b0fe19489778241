import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { findElectron } from '../../../../electron/tool/setup/electron.ts';
import { isWhole, stampOf } from '../../../../electron/tool/setup/electronFromNpm.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';

it.runIf(process.platform === 'linux')('recognises an Electron for tests by any path', async () => {
  const dist = writeFiles(testFolder(), { electron: '', version: '45.0.0', 'for-tests': '' });
  const link = join(testFolder(), 'release');
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
  for (const change of [
    () => utimesSync(file, 1, 1),
    () => {
      writeFileSync(file, 'three');
      utimesSync(file, 1, 1);
    },
    () => symlinkSync(dist, join(dist, 'app')),
  ]) {
    writeFileSync(`${dist}.stamp`, stampOf(dist));
    expect(isWhole(dist)).toBe(true);
    change();
    expect(isWhole(dist)).toBe(false);
  }
});
