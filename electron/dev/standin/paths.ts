/** The folders of `app.getPath`, on every system where Electron has them. */
import { mkdirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { notImplemented } from './strict.ts';

/** Names that Electron knows; those of the person's own folders it asks the system for. */
const KNOWN = ['home', 'appData', 'assets', 'userData', 'sessionData', 'temp', 'exe', 'module', 'logs'];
const PERSONAL = ['desktop', 'documents', 'downloads', 'music', 'pictures', 'videos', 'recent'];
/** Electron makes these when they are asked for. */
const MADE = new Set(['userData', 'logs', 'crashDumps']);

function appData(): string {
  const home = homedir();
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (process.platform === 'win32') return process.env.APPDATA ?? join(home, 'AppData', 'Roaming');
  return process.env.XDG_CONFIG_HOME || join(home, '.config');
}

export class Paths {
  private readonly overridden = new Map<string, string>();
  private readonly executable: string;
  private readonly appName: () => string;

  /** @param appName as `app.name` is when a path is asked for: `userData` and `logs` follow it */
  constructor(executable: string, appName: () => string) {
    this.executable = executable;
    this.appName = appName;
  }

  /** Throws when Electron would: for a name that it does not know and a folder that cannot be made. */
  get(name: string): string {
    const path = this.overridden.get(name) ?? this.standard(name);
    if (!MADE.has(name)) return path;
    try {
      mkdirSync(path, { recursive: true });
    } catch (cause) {
      throw new Error(`Failed to get '${name}' path`, { cause });
    }
    return path;
  }

  /** Throws for a relative path, a name that `get` does not know, and a folder that is not there. */
  set(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    const known = [...KNOWN, ...PERSONAL, 'crashDumps'].includes(name);
    if (!known || !statSync(path, { throwIfNoEntry: false })) throw new Error('Failed to set path');
    this.overridden.set(name, path);
  }

  /** As `--user-data-dir` and `app.setAppLogsPath` do: the folder need not be there. */
  override(name: string, path: string): void {
    this.overridden.set(name, path);
  }

  private standard(name: string): string {
    switch (name) {
      case 'home':
        return homedir();
      case 'appData':
        return appData();
      case 'userData':
        return join(this.get('appData'), this.appName());
      case 'sessionData':
        return this.get('userData');
      case 'crashDumps':
        return join(this.get('userData'), 'Crashpad');
      case 'logs':
        return process.platform === 'darwin'
          ? join(homedir(), 'Library', 'Logs', this.appName())
          : join(this.get('userData'), 'logs');
      case 'temp':
        return tmpdir();
      case 'exe':
      case 'module':
        return this.executable;
      case 'assets':
        return dirname(this.executable);
      default:
        if (PERSONAL.includes(name)) throw notImplemented(`app.getPath('${name}')`);
        throw new Error(`Failed to get '${name}' path`);
    }
  }
}
