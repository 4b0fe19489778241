import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cacheFor, userCache } from '../../../../electron/tool/setup/cacheFolder.ts';
import { testFolder } from '../../testFolder.ts';

it.each([
  [{}, '/home/ann/.cache/holdfast'],
  [{ XDG_CACHE_HOME: '/var/tmp/ann' }, '/var/tmp/ann/holdfast'],
  [{ XDG_CACHE_HOME: 'here' }, '/home/ann/.cache/holdfast'],
])('with %j, all apps of a user share %s', (env, folder) => {
  expect(userCache(env, '/home/ann')).toBe(join(folder));
});

it.skipIf(process.platform === 'win32')(
  'without a home that can be written, the cache is in the temporary folder, unless others may write there',
  () => {
    const folder = testFolder();
    const home = join(folder, 'home');
    const own = join(home, 'holdfast');
    // Not even root can make a folder in a file.
    writeFileSync(home, '');
    const other = cacheFor('electron', own, folder);
    expect(other).toBe(join(folder, `holdfast-${process.getuid?.()}`));
    expect(cacheFor('electron', own, folder)).toBe(other);
    chmodSync(other, 0o777);
    expect(() => cacheFor('electron', own, folder)).toThrow(
      `${own} cannot be written, and ${other} is not yours: name a folder in XDG_CACHE_HOME.`,
    );
    const usual = join(folder, 'usual');
    expect(cacheFor('electron', usual, folder)).toBe(usual);
    mkdirSync(join(usual, 'electron'));
    expect(cacheFor('electron', usual, folder)).toBe(usual);
  },
);
