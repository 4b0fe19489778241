import { describe, expect, it } from 'vitest';
import { Origins } from '../../../../electron/common/origins.ts';
import { navigationVerdict } from '../../../../electron/shell/window/externalLinks.policy.ts';
import { permissionVerdict } from '../../../../electron/shell/window/permissions.policy.ts';

const { ownerOf } = new Origins();

describe('an address that a page navigates to', () => {
  it.each([
    ['app://shell/', 'app'],
    ['app://shell/x?y#z', 'app'],
    ['app://shell', 'app'],
    ['https://example.com/', 'external'],
    ['http://127.0.0.1:1/', 'external'],
    ['https://shell/', 'external'],
    ['mailto:a@example.com', 'external'],
    ['app://shell.evil/', 'denied'],
    ['app://shell:80/', 'denied'],
    ['app://shell@evil/', 'denied'],
    ['app://user@shell/', 'denied'],
    ['app://other/', 'denied'],
    ['apps://shell/', 'denied'],
    ['file:///etc/passwd', 'denied'],
    ['javascript:alert(1)', 'denied'],
    ['data:text/html,x', 'denied'],
    ['blob:app://shell/x', 'denied'],
    ['about:blank', 'denied'],
    ['/x', 'denied'],
  ])('%j: %s', (address, verdict) => {
    expect(navigationVerdict(address, ownerOf(address))).toBe(verdict);
  });
});

describe('a permission', () => {
  it.each([
    ['clipboard-sanitized-write', 'app://shell', true],
    ['clipboard-sanitized-write', 'app://shell/x', true],
    ['clipboard-sanitized-write', 'https://example.com', false],
    ['clipboard-sanitized-write', '', false],
    ['persistent-storage', 'app://shell/', true],
    ['persistent-storage', 'https://example.com', false],
    ['fileSystem', 'app://shell/', true],
    ['fileSystem', 'https://example.com', false],
    ['pointerLock', 'app://shell/', false],
    ['screen-wake-lock', 'app://shell/', true],
    ['screen-wake-lock', 'https://example.com', false],
    ['clipboard-read', 'app://shell/', false],
    ['media', 'app://shell/', false],
    ['openExternal', 'app://shell/', false],
    ['unknown', 'app://shell/', false],
  ])('%s for %j: %s', (permission, origin, granted) => {
    expect(permissionVerdict(permission, ownerOf(origin))).toBe(granted);
  });

  it('in the settings is granted to the app alone', () => {
    const verdicts = ['app://shell/', 'app://other/', 'https://example.com/'].map((origin) =>
      permissionVerdict('geolocation', ownerOf(origin), ['geolocation']),
    );
    expect(verdicts).toEqual([true, false, false]);
  });

  it.each([
    [['video'], ['camera'], true],
    [['audio'], ['camera'], false],
    [['video', 'audio'], ['camera'], false],
    [['video', 'audio'], ['camera', 'microphone'], true],
    [['unknown'], ['camera', 'microphone'], false],
    [[], ['camera', 'microphone', 'media'], false],
  ])('for media with %j under the setting %j: %s', (media, granted, isGranted) => {
    expect(permissionVerdict('media', 'shell', granted, media)).toBe(isGranted);
  });
});
