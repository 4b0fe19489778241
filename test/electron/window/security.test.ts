import type { Session } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { limitPermissions, navigationVerdict, permissionVerdict } from '../../../electron/window/security.ts';

describe('an address that a page goes to', () => {
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
    expect(navigationVerdict(address)).toBe(verdict);
  });
});

describe('a permission', () => {
  it.each([
    ['clipboard-sanitized-write', 'app://shell', true],
    ['clipboard-sanitized-write', 'app://shell/x', true],
    ['clipboard-sanitized-write', 'https://example.com', false],
    ['clipboard-sanitized-write', '', false],
    ['clipboard-read', 'app://shell/', false],
    ['media', 'app://shell/', false],
    ['openExternal', 'app://shell/', false],
    ['unknown', 'app://shell/', false],
  ])('%s for %j: %s', (permission, origin, granted) => {
    expect(permissionVerdict(permission, origin)).toBe(granted);
  });

  it('is decided the same way when it is asked for and when it is checked', () => {
    const session = { setPermissionRequestHandler: vi.fn(), setPermissionCheckHandler: vi.fn() };
    limitPermissions(session as unknown as Session, ['notifications', 'camera']);
    const request = session.setPermissionRequestHandler.mock.calls[0]?.[0];
    const check = session.setPermissionCheckHandler.mock.calls[0]?.[0];
    for (const [permission, granted] of [
      ['clipboard-sanitized-write', true],
      ['geolocation', false],
      ['notifications', true],
    ] as const) {
      const callback = vi.fn();
      request(null, permission, callback, { requestingUrl: 'app://shell/x', isMainFrame: true });
      expect(callback).toHaveBeenCalledExactlyOnceWith(granted);
      expect(check(null, permission, 'app://shell/', {})).toBe(granted);
    }
    const media = (mediaTypes: string[]) => {
      const callback = vi.fn();
      request(null, 'media', callback, { requestingUrl: 'app://shell/x', mediaTypes });
      return callback.mock.calls[0]?.[0];
    };
    expect([['video'], ['audio'], ['video', 'audio'], []].map(media)).toEqual([true, false, false, false]);
    expect(
      ['video', 'audio', 'unknown'].map((mediaType) => check(null, 'media', 'app://shell/', { mediaType })),
    ).toEqual([true, false, false]);
    expect(check(null, 'notifications', 'https://example.com/', {})).toBe(false);
  });
});
