/**
 * A stub of the `electron` module, for the real SDK in Node. Tests install it with:
 * `vi.mock('electron', async () => (await import('./stubElectron.ts')).electron)` and
 * `vi.mock('@sentry/electron/main', async () => (await import('./stubElectron.ts')).loadSdk())`.
 */
import { EventEmitter } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The app's user data. */
export const userData = mkdtempSync(join(tmpdir(), 'holdfast-sdk-'));

class Ipc extends EventEmitter {
  handlers = new Map<string, (...args: unknown[]) => unknown>();
  handle = (channel: string, handler: (...args: unknown[]) => unknown) => this.handlers.set(channel, handler);
  removeHandler = (channel: string) => this.handlers.delete(channel);
}

const pages = new Map<number, Page>();

export class Page extends EventEmitter {
  readonly id: number;
  readonly told: unknown[] = [];
  constructor(id: number) {
    super();
    this.id = id;
    pages.set(id, this);
  }
  isDestroyed = () => false;
  send = (_channel: string, message: unknown) => void this.told.push(message);
}

const app = Object.assign(new EventEmitter(), {
  name: 'holdfast',
  isPackaged: false,
  getName: () => 'holdfast',
  getVersion: () => '0.1.0',
  getAppPath: () => '/app',
  getPath: () => userData,
  isReady: () => true,
  whenReady: () => Promise.resolve(),
  getAppMetrics: () => [],
  getGPUInfo: () => Promise.resolve({ gpuDevice: [{ active: true, deviceId: 1, vendorId: 2 }] }),
  getLocale: () => 'en',
  exit: () => undefined,
  commandLine: { appendSwitch: () => undefined },
});

export const electron = {
  app,
  ipcMain: new Ipc(),
  powerMonitor: new EventEmitter(),
  autoUpdater: new EventEmitter(),
  screen: Object.assign(new EventEmitter(), {
    getPrimaryDisplay: () => ({ size: { width: 1_000, height: 500 }, scaleFactor: 1 }),
  }),
  crashReporter: { start: () => undefined, addExtraParameter: () => undefined },
  session: { defaultSession: {}, fromPartition: () => undefined },
  webContents: { getAllWebContents: () => [], fromId: (id: number) => pages.get(id) },
  net: { request: () => undefined, fetch: () => Promise.resolve() },
  protocol: {},
  BrowserWindow: { getAllWindows: () => [], fromWebContents: () => null },
  utilityProcess: { fork: () => undefined },
};

Object.assign(process.versions, { electron: '45.4.1', chrome: '147.0.0.0' });

/** The installed SDK with this file's `electron`. Vitest would otherwise transform all of it. */
export function loadSdk(): typeof import('@sentry/electron/main') {
  const url = 'stub:electron';
  Object.assign(globalThis, { stubElectron: electron });
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url, format: 'commonjs', shortCircuit: true } : next(specifier, context),
    load: (loaded, context, next) =>
      loaded === url
        ? { format: 'commonjs', source: 'module.exports = globalThis.stubElectron', shortCircuit: true }
        : next(loaded, context),
  });
  const sdk = createRequire(import.meta.url)('@sentry/electron/main');
  hooks.deregister();
  return sdk;
}
