import { join } from 'node:path';
import { expect, it } from 'vitest';
import { userCache } from '../../../electron/setup/cacheFolder.ts';

it.each([
  [{}, '/home/ann/.cache/holdfast'],
  [{ XDG_CACHE_HOME: '/var/tmp/ann' }, '/var/tmp/ann/holdfast'],
  [{ XDG_CACHE_HOME: 'here' }, '/home/ann/.cache/holdfast'],
])('with %j, all apps of a user share %s', (env, folder) => {
  expect(userCache(env, '/home/ann')).toBe(join(folder));
});
