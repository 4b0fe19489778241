import { expect, it } from 'vitest';
import { permissionVerdict } from '../../../electron/window/permissions.policy.ts';

const APP = 'app://shell/page';

it.each(['clipboard-sanitized-write', 'screen-wake-lock', 'persistent-storage'])(
  '%s is granted to the app without a setting, and to nobody else',
  (permission) => {
    expect(permissionVerdict(permission, APP)).toBe(true);
    expect(permissionVerdict(permission, 'https://example.com/', [permission])).toBe(false);
  },
);

it('others are granted only by the setting, and only to the app', () => {
  expect(permissionVerdict('geolocation', APP, ['camera'])).toBe(false);
  expect(permissionVerdict('geolocation', APP, ['geolocation'])).toBe(true);
  expect(permissionVerdict('geolocation', 'app://other/', ['geolocation'])).toBe(false);
});

it.each([
  [['video'], ['camera'], true],
  [['audio'], ['camera'], false],
  [['video', 'audio'], ['camera'], false],
  [['video', 'audio'], ['camera', 'microphone'], true],
  [['unknown'], ['camera', 'microphone'], false],
  [[], ['camera', 'microphone', 'media'], false],
])('media for %j with the setting %j: %s', (media, granted, isGranted) => {
  expect(permissionVerdict('media', APP, granted, media)).toBe(isGranted);
});
