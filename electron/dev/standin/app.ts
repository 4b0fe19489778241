/** Electron's `app`: its life from start to quit, its paths and its command line. */
import { EventEmitter } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { emitEvent } from './events.ts';
import { InstanceLock } from './instanceLock.ts';
import { Paths } from './paths.ts';
import { type AppMetric, processMetrics } from './processes.ts';
import { isDefaultFor, setDefaultFor } from './protocolClient.ts';
import { notImplemented, strict } from './strict.ts';

/** How the app was started, as the command line said. */
export interface Start {
  appPath: string;
  packaged: boolean;
  /** What `process.execPath` is to the app. */
  executable: string;
  /** Everything behind the executable, as it was typed. */
  argv: readonly string[];
}

/** What `app` needs of the modules that stand on it. */
export interface AppHooks {
  windows(): { close(): void; destroy(): void; isVisible(): boolean; focus(): void }[];
  /** Process id of Chromium's main process, once it runs. */
  chromiumPid(): number | undefined;
  gpuInfo(): Promise<unknown>;
  /** Starts the app again after this process has ended. */
  relaunch(executable: string, args: readonly string[]): void;
  end(code: number): void;
}

/** As Electron makes it: the app, its Chromium, itself. */
function userAgent(name: string, version: string): string {
  const systems: Readonly<Record<string, string>> = {
    darwin: 'Macintosh; Intel Mac OS X 10_15_7',
    win32: 'Windows NT 10.0; Win64; x64',
  };
  const system = systems[process.platform] ?? 'X11; Linux x86_64';
  const { chrome, electron } = process.versions;
  const product = `${name.replaceAll(' ', '')}/${version} Chrome/${chrome} Electron/${electron}`;
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${product} Safari/537.36`;
}

export class App extends EventEmitter {
  name = '';
  isPackaged = false;
  userAgentFallback = '';
  hooks: AppHooks | undefined;
  /** Switches that the app added: Chromium gets them too. */
  readonly added = new Map<string, string>();
  readonly commandLine;
  private version = '';
  private appPath = '';
  private executable = '';
  private paths: Paths | undefined;
  private readonly switches = new Map<string, string>();
  private readonly becameReady = Promise.withResolvers<void>();
  private ready = false;
  private quitting = false;
  /** Given by `exit`. */
  private exitCode: number | undefined;
  private ended = false;
  private lock: InstanceLock | undefined;
  private hardwareAcceleration = true;
  private readonly relaunches: { executable: string; args: readonly string[] }[] = [];

  constructor() {
    super();
    this.commandLine = strict(
      {
        appendSwitch: (name: string, value = '') => {
          const bare = String(name).replace(/^--/, '');
          this.switches.set(bare, String(value));
          this.added.set(bare, String(value));
        },
        hasSwitch: (name: string) => this.switches.has(name),
        getSwitchValue: (name: string) => this.switches.get(name) ?? '',
        removeSwitch: (name: string) => {
          this.switches.delete(name);
          this.added.delete(name);
        },
      } satisfies Partial<Electron.CommandLine> as Electron.CommandLine,
      'app.commandLine',
    );
  }

  /** Reads the app's package.json and the command line. Throws when the folder holds no app. */
  begin(start: Start): { main: string } {
    const file = join(start.appPath, 'package.json');
    const json = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>;
    this.isPackaged = start.packaged;
    this.appPath = start.appPath;
    this.executable = start.executable;
    this.name = (json.productName ?? json.name ?? 'Electron').trim();
    this.version = json.version ?? '';
    for (const arg of start.argv) {
      const match = /^--([^=]+)(?:=([\s\S]*))?$/.exec(arg);
      if (match) this.switches.set(match[1] as string, match[2] ?? '');
    }
    this.paths = new Paths(start.executable, () => this.name);
    this.userAgentFallback = userAgent(this.name, this.version);
    const userData = this.switches.get('user-data-dir');
    if (userData) this.paths.override('userData', resolve(userData));
    return { main: join(start.appPath, json.main ?? 'index.js') };
  }

  whenReady = (): Promise<void> => this.becameReady.promise;
  isReady = (): boolean => this.ready;
  becomeReady(): void {
    emitEvent(this, 'will-finish-launching', {});
    this.ready = true;
    this.becameReady.resolve();
    emitEvent(this, 'ready', {}, {});
    if (this.ended) this.finish(0);
  }

  getPath = (name: string): string => (this.paths as Paths).get(name);
  setPath = (name: string, path: string): void => (this.paths as Paths).set(name, path);
  setAppLogsPath(path?: string): void {
    if (path !== undefined && !isAbsolute(path)) throw new TypeError('Path must be absolute');
    if (path !== undefined) this.paths?.override('logs', path);
    this.getPath('logs');
  }
  getAppPath = (): string => this.appPath;
  getName = (): string => this.name;
  setName(name: string): void {
    this.name = name;
  }
  getVersion = (): string => this.version;
  getLocale(): string {
    if (!this.ready) throw notImplemented('app.getLocale before ready');
    return new Intl.DateTimeFormat().resolvedOptions().locale;
  }
  getSystemLocale(): string {
    if (!this.ready) throw new Error('app.getSystemLocale() can only be called after app is ready');
    return this.getLocale();
  }
  getPreferredSystemLanguages = (): string[] => [new Intl.DateTimeFormat().resolvedOptions().locale];
  enableSandbox(): void {
    this.beforeReady('app.enableSandbox()');
  }
  disableHardwareAcceleration(): void {
    this.beforeReady('app.disableHardwareAcceleration()');
    this.hardwareAcceleration = false;
    this.added.set('disable-gpu', '');
  }
  isHardwareAccelerationEnabled = (): boolean => this.hardwareAcceleration;
  private beforeReady(what: string): void {
    if (this.ready) throw new Error(`${what} can only be called before app is ready`);
  }
  setAppUserModelId(): void {
    // Electron does nothing here but on Windows.
    if (process.platform === 'win32') throw notImplemented('app.setAppUserModelId on Windows');
  }
  setAboutPanelOptions(): void {
    // Seen only in a panel, and showing one throws.
  }
  isEmojiPanelSupported = (): boolean => process.platform !== 'linux';
  focus(): void {
    this.hooks
      ?.windows()
      .find((window) => window.isVisible())
      ?.focus();
  }
  getAppMetrics = (): AppMetric[] => processMetrics(this.hooks?.chromiumPid());
  async getGPUInfo(infoType: 'basic' | 'complete'): Promise<unknown> {
    if (infoType !== 'basic') throw notImplemented(`app.getGPUInfo('${infoType}')`);
    return await this.hooks?.gpuInfo();
  }
  setAsDefaultProtocolClient = (protocol: string): boolean => setDefaultFor(protocol, this.name);
  isDefaultProtocolClient = (protocol: string): boolean => isDefaultFor(protocol, this.name);

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    if (this.lock) return true;
    const folder = realpathSync(this.getPath('userData'));
    const message = { argv: process.argv, cwd: process.cwd(), data: additionalData };
    this.lock = InstanceLock.take(folder, message, (argv, cwd, data) => {
      void this.whenReady().then(() => emitEvent(this, 'second-instance', {}, argv, cwd, data));
    });
    return this.lock !== undefined;
  }
  hasSingleInstanceLock = (): boolean => this.lock !== undefined;
  releaseSingleInstanceLock(): void {
    this.lock?.release();
    this.lock = undefined;
  }

  relaunch(options: Electron.RelaunchOptions = {}): void {
    const args = options.args ?? (options.execPath === undefined ? process.argv.slice(1) : []);
    this.relaunches.push({ executable: options.execPath ?? this.executable, args });
  }

  /** before-quit, then each window's close, then will-quit and quit: each can be prevented but the last. */
  quit(): void {
    if (this.quitting || this.ended) return;
    if (emitEvent(this, 'before-quit', {})) return;
    this.quitting = true;
    const open = this.hooks?.windows() ?? [];
    if (open.length === 0) this.willQuit();
    else for (const window of open) window.close();
  }
  /** A window would not close: the quit is off. */
  quitRefused(): void {
    this.quitting = false;
  }
  hasEnded = (): boolean => this.ended;
  /** Tells that no window is left. */
  allWindowsClosed(): void {
    if (this.exitCode !== undefined) return this.shutDown(this.exitCode);
    if (this.quitting) return this.willQuit();
    emitEvent(this, 'window-all-closed', {});
    // Electron quits by itself only when nobody listens.
    if (this.listenerCount('window-all-closed') === 0) this.quit();
  }
  private willQuit(): void {
    if (this.ended) return;
    if (emitEvent(this, 'will-quit', {})) this.quitRefused();
    else this.shutDown(0);
  }
  /** Ends at once: no before-quit, no will-quit, no window is asked. */
  exit(code = 0): void {
    if (this.ended) return;
    if (!this.ready) {
      // Electron has no loop to end yet: its process ends without an event.
      this.ended = true;
      return this.finish(code);
    }
    this.exitCode = code;
    const open = this.hooks?.windows() ?? [];
    if (open.length === 0) this.shutDown(code);
    else for (const window of open) window.destroy();
  }
  private shutDown(code: number): void {
    if (this.ended) return;
    this.ended = true;
    emitEvent(this, 'quit', {}, code);
    // An app that quits before it is ready becomes ready all the same, and ends then.
    if (this.ready) this.finish(code);
  }
  private finish(code: number): void {
    this.releaseSingleInstanceLock();
    for (const { executable, args } of this.relaunches) this.hooks?.relaunch(executable, args);
    if (this.hooks) this.hooks.end(code);
    else process.exit(code);
  }
}

export const appInstance = new App();
export const app = strict(appInstance, 'app');
