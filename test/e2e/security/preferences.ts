/** What pages may do and have: items 1 to 6 and 8 to 12 of the matrix. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { checkSetting } from '../../../electron/builtConfig/settingsSchema/schema.ts';
import { APP } from '../../support/app.ts';
import type { Checks, MatrixApp } from './app.ts';

/** One option of every window, as created. */
const preference = (app: MatrixApp, name: keyof Electron.WebPreferences) =>
  app.preferences.map((one) => one[name]);

export const PREFERENCES: Checks = {
  'every kind of window is checked': (app) => {
    // All windows are created in one place.
    expect(app.built.match(/new \w+\.BrowserWindow\(/g)).toHaveLength(1);
    expect(app.preferences).toHaveLength(2);
  },
  '1. only load secure content': async (app) => {
    expect(await app.page('isSecureContext')).toBe(true);
    const loaded = await app.main<string[]>('globalThis.requests');
    expect(loaded.length).toBeGreaterThan(2);
    expect(loaded.filter((url) => !url.startsWith('app://shell/'))).toEqual([]);
    expect(checkSetting('updateUrl', 'http://updates.example.com/')).toHaveProperty('problem');
  },
  '2. no Node integration for pages': async (app) => {
    const names = ['nodeIntegration', 'nodeIntegrationInSubFrames', 'nodeIntegrationInWorker'] as const;
    expect(names.flatMap((name) => preference(app, name)).filter(Boolean)).toEqual([]);
    expect(preference(app, 'nodeIntegration')).toEqual([false, false]);
    const node = ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname'];
    expect(await app.page(`${JSON.stringify(node)}.filter((name) => name in globalThis)`)).toEqual([]);
  },
  '3. context isolation': async (app) => {
    expect(preference(app, 'contextIsolation')).toEqual([true, true]);
    // A page's changes to its own world do not reach the preload's.
    const seen = await app.page<unknown[]>(`(async () => {
      const seen = [];
      const { call, apply } = Function.prototype;
      Function.prototype.call = function (...args) { seen.push(String(args[0])); return apply.call(call, this, args); };
      Object.defineProperty(Object.prototype, 'invoke', { set() { seen.push('set'); }, configurable: true });
      await holdfast.telemetry.settings();
      Function.prototype.call = call;
      delete Object.prototype.invoke;
      return seen.filter((one) => /ipc|electron|process/i.test(one));
    })()`);
    expect(seen).toEqual([]);
    expect(await app.page('Object.isFrozen(holdfast)')).toBe(true);
  },
  '4. the sandbox is on': (app) => {
    expect(preference(app, 'sandbox')).toEqual([true, true]);
    expect(app.built).not.toMatch(/appendSwitch\(\s*[`'"]no-sandbox/);
  },
  '5. permissions are refused unless they are needed': async (app) => {
    const states = await app.page<Record<string, string>>(`(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read', 'clipboard-write',
        'idle-detection', 'persistent-storage', 'screen-wake-lock'];
      const states = names.map(async (name) => [name, (await navigator.permissions.query({ name })).state]);
      return Object.fromEntries(await Promise.all(states));
    })()`);
    // Copy details writes text to the clipboard; the others reach nothing of the user's.
    const granted = ['clipboard-write', 'persistent-storage', 'screen-wake-lock'];
    const due = Object.keys(states).map((name) => [name, granted.includes(name) ? 'granted' : 'denied']);
    expect(states).toEqual(Object.fromEntries(due));
    expect(await app.page('Notification.requestPermission()')).toBe('denied');
    // PERMISSION_DENIED
    const place = `navigator.geolocation.getCurrentPosition(done, ({ code }) => done(code))`;
    expect(await app.page(`new Promise((done) => ${place})`)).toBe(1);
  },
  '5. no page gets a device by Bluetooth, where Electron would choose the first': async (app) => {
    const chosen = await app.main<unknown[]>(`electron.webContents.getAllWebContents().map((contents) => {
      let isPrevented = false;
      let chosen;
      const event = { preventDefault() { isPrevented = true; }, get defaultPrevented() { return isPrevented; } };
      contents.emit('select-bluetooth-device', event, [{ deviceId: '1', deviceName: 'One' }], (id) => { chosen = id; });
      return [isPrevented, chosen];
    })`);
    expect(chosen.length).toBeGreaterThan(0);
    for (const one of chosen) expect(one).toEqual([true, '']);
  },
  '6. web security stays on': (app) => {
    expect(preference(app, 'webSecurity')).toEqual([true, true]);
    expect(app.built).not.toMatch(/disable-web-security|disable-site-isolation|ignore-certificate-errors/);
  },
  '8 to 10. no insecure content, no experimental features, no Blink features switched on': (app) => {
    const names = ['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures'] as const;
    expect(names.flatMap((name) => preference(app, name)).filter(Boolean)).toEqual([]);
    expect(app.built).not.toMatch(/allow-running-insecure-content|enable-experimental-web-platform-features/);
    expect(app.built).not.toMatch(/appendSwitch\(\s*[`'"]enable-blink-features/);
  },
  '11. no webviews, and so none that opens windows': async (app) => {
    expect(preference(app, 'webviewTag').filter(Boolean)).toEqual([]);
    expect(await app.page("'getWebContentsId' in document.createElement('webview')")).toBe(false);
    const index = await readFile(join(APP, '.build', 'renderer', 'index.html'), 'utf8');
    expect(index).not.toMatch(/<webview|allowpopups/);
  },
  '12. a webview attached anyway is refused': async (app) => {
    const refused = await app.main<boolean[]>(`electron.webContents.getAllWebContents().map((contents) => {
      let refused = false;
      const event = { preventDefault() { refused = true; }, get defaultPrevented() { return refused; } };
      contents.emit('will-attach-webview', event, {}, { src: 'app://shell/' });
      return refused;
    })`);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused).not.toContain(false);
  },
};
