import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findElectron } from '../../../../electron/tool/setup/electron.ts';
import { testFolder } from '../../testFolder.ts';

it.runIf(process.platform === 'linux')('recognises an Electron for tests by any path', async () => {
  const folder = testFolder();
  const dist = join(folder, 'dist');
  const link = join(folder, 'release');
  mkdirSync(dist);
  for (const name of ['electron', 'version', 'for-tests']) writeFileSync(join(dist, name), '45.0.0');
  symlinkSync(dist, link);
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', link);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await findElectron()).toMatchObject({ dist: link, isForTests: true });
});
