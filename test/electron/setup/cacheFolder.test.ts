import { expect, it } from 'vitest';
import { userCache } from '../../../electron/setup/cacheFolder.ts';

it.each([
  ['linux', {}, '/home/ann/.cache/holdfast'],
  ['linux', { XDG_CACHE_HOME: '/var/tmp/ann' }, '/var/tmp/ann/holdfast'],
  ['linux', { XDG_CACHE_HOME: 'here' }, '/home/ann/.cache/holdfast'],
  ['darwin', { XDG_CACHE_HOME: '/x' }, '/home/ann/Library/Caches/holdfast'],
  ['win32', { LOCALAPPDATA: 'C:\\Ann\\Local' }, 'C:\\Ann\\Local\\holdfast\\Cache'],
])('on %s with %j, all apps of a user share %s', (platform, env, folder) => {
  expect(userCache({ platform, env, home: '/home/ann' })).toBe(folder);
});
