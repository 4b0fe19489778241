import { describe, expect, it } from 'vitest';
import {
  type Facts,
  giveUpFetch,
  isRemembered,
  nextStep,
  screenOf,
} from '../../../../electron/dev/runtime/decide.ts';

const electron = { path: '/e/electron', version: '45.4.1' };
const chromium = { path: '/usr/bin/chromium', version: '156.0.0.0' };
const nothing: Facts = {
  forced: undefined,
  electron: undefined,
  fetch: 'due',
  screen: 'window',
  chromium: 'unknown',
  apt: 'due',
};

describe('the runtime', () => {
  it('is the Electron that is there', () => {
    expect(nextStep({ ...nothing, electron })).toEqual({ do: 'use electron', electron, display: 'window' });
  });

  it('is Electron on a virtual display where there is no other', () => {
    expect(nextStep({ ...nothing, electron, screen: 'xvfb' })).toEqual({
      do: 'use electron',
      electron,
      display: 'xvfb',
    });
  });

  it('is tried in the order fetch, Chromium here, Chromium installed, none', () => {
    expect(nextStep(nothing).do).toBe('fetch electron');
    const offline: Facts = { ...nothing, fetch: 'failed' };
    expect(nextStep(offline).do).toBe('look for chromium');
    expect(nextStep({ ...offline, chromium: 'none' }).do).toBe('install chromium');
    expect(nextStep({ ...offline, chromium: 'none', apt: 'failed' }).do).toBe('give up');
    expect(nextStep({ ...offline, chromium: 'none', apt: 'not here' }).do).toBe('give up');
  });

  it('is the stand-in with a window where there is a display, else without', () => {
    const offline: Facts = { ...nothing, fetch: 'failed', chromium };
    expect(nextStep(offline)).toEqual({ do: 'use stand-in', chromium, display: 'window' });
    for (const screen of ['xvfb', 'none'] as const) {
      expect(nextStep({ ...offline, screen })).toEqual({ do: 'use stand-in', chromium, display: 'headless' });
    }
  });

  it('is the stand-in when Electron is there, but nothing to show it on', () => {
    expect(nextStep({ ...nothing, electron, screen: 'none', chromium }).do).toBe('use stand-in');
  });
});

describe('a forced runtime', () => {
  it('is the stand-in without a look at Electron', () => {
    expect(nextStep({ ...nothing, forced: 'stand-in', electron }).do).toBe('look for chromium');
  });

  it('is Electron or nothing', () => {
    const forced: Facts = { ...nothing, forced: 'electron', chromium };
    expect(nextStep(forced).do).toBe('fetch electron');
    expect(nextStep({ ...forced, fetch: 'failed' }).do).toBe('give up');
    expect(nextStep({ ...forced, electron, screen: 'none' }).do).toBe('give up');
  });
});

describe('the screen', () => {
  it('on Linux is a display, else a virtual one, else none', () => {
    expect(screenOf({ DISPLAY: ':0' }, 'linux', false)).toBe('window');
    expect(screenOf({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true)).toBe('window');
    expect(screenOf({ DISPLAY: '' }, 'linux', true)).toBe('xvfb');
    expect(screenOf({}, 'linux', false)).toBe('none');
  });

  it('is always there on macOS and Windows', () => {
    expect(screenOf({}, 'darwin', false)).toBe('window');
    expect(screenOf({}, 'win32', false)).toBe('window');
  });
});

describe('a failed attempt to fetch Electron', () => {
  const hour = 3_600_000;
  const last = { key: '45.4.1 from a', at: 1_000 * hour };

  it('is remembered for a day', () => {
    expect(isRemembered(last, last.key, last.at + 23 * hour)).toBe(true);
    expect(isRemembered(last, last.key, last.at + 24 * hour)).toBe(false);
    expect(isRemembered(undefined, last.key, last.at)).toBe(false);
  });

  it('says nothing about another version or mirror', () => {
    expect(isRemembered(last, '45.4.1 from b', last.at + hour)).toBe(false);
  });

  it('is not believed when it lies in the future', () => {
    expect(isRemembered(last, last.key, last.at - hour)).toBe(false);
  });
});

describe('a download', () => {
  it('goes on while bytes come', () => {
    expect(giveUpFetch(600_000, 5_000)).toBeUndefined();
  });

  it('is given up when nothing comes, or when it takes too long', () => {
    expect(giveUpFetch(30_000, 30_000)).toBe('nothing came for 30 s');
    expect(giveUpFetch(900_000, 0)).toBe('not done after 15 minutes');
  });
});
