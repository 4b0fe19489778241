/** An administrator's settings, from places that only an administrator can write; the system's programs read all but JSON. */
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { config } from '../../builtConfig/config.ts';
import { readSettingsFile } from '../../builtConfig/settingsSchema/file.ts';
import type { Layer } from '../../builtConfig/settingsSchema/merge.ts';
import { SETTINGS_KEYS, SWITCHES } from '../../builtConfig/settingsSchema/schema.ts';
import * as TEXTS from '../../shared/texts.ts';

/** Time limit of such a program, in ms. */
const LIMIT_MS = 5_000;

export interface Machine {
  platform: NodeJS.Platform;
  user: string;
  /** The folder of Windows itself. Throws if the system does not report it. */
  systemRoot(): string;
  /** Runs a program with only these variables. Returns its stdout; throws if it fails. */
  run(program: string, args: readonly string[], env: Readonly<Record<string, string>>): string;
}

export const THIS_SYSTEM: Pick<Machine, 'systemRoot' | 'run'> = {
  // The kernel's own link. Whoever starts the app controls the variable SystemRoot, and with it reg.exe.
  systemRoot: () => realpathSync.native('\\\\?\\GLOBALROOT\\SystemRoot'),
  run: (program, args, env) =>
    execFileSync(program, args, {
      env,
      encoding: 'utf8',
      timeout: LIMIT_MS,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
};

/** Returns this machine's layers; later ones win. An unusable one becomes a problem, as in any settings file. */
export function administratorLayers(machine: Machine): (Layer | undefined)[] {
  const { platform } = machine;
  if (platform === 'win32') return [policyKey(machine)];
  if (platform !== 'darwin') return [rootsFile(`/etc/${config.program}/settings.json`)];
  const file = rootsFile(`/Library/Application Support/${config.name}/settings.json`);
  return [file, ...managedPreferences(machine)];
}

/** Reads a file of root's that nobody else may write: otherwise it is a problem. Undefined without one. */
export function rootsFile(source: string): Layer | undefined {
  let isRoots = false;
  const layer = readSettingsFile(source, SETTINGS_KEYS, false, ({ uid, mode }) => {
    isRoots = uid === 0 && (mode & 0o022) === 0;
  });
  if (!layer) return undefined;
  if ('values' in layer && !isRoots) return { source, problem: TEXTS.settings.notTrusted };
  return { ...layer, isAdministrators: true };
}

const unread = (source: string, error: unknown): Layer => ({
  source,
  problem: `${TEXTS.settings.unreadable} (${codeOf(error)})`,
  isAdministrators: true,
});

/** Looks for the key in its parent's list first: reg.exe fails in the same way for a missing key and an unreadable one. */
function policyKey({ systemRoot, run }: Machine): Layer | undefined {
  const above = 'HKLM\\SOFTWARE\\Policies';
  const source = `${above}\\${config.name}`;
  let text: string;
  try {
    const root = systemRoot();
    const env = { SystemRoot: root, windir: root };
    const query = (key: string) => run(win32.join(root, 'System32', 'reg.exe'), ['query', key], env);
    const names = query(above)
      .split(/\r?\n/)
      .map((line) => win32.basename(line.trim()).toLowerCase());
    if (!names.includes(config.name.toLowerCase())) return undefined;
    text = query(source);
  } catch (error) {
    return unread(source, error);
  }
  const values: Record<string, unknown> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, type, value = ''] = /^ {4}(\S+) {4}(REG_\w+)(?: {4}(.*))?$/.exec(line) ?? [];
    if (name !== undefined) values[name] = registryValue(name, type, value);
  }
  return { source, values, keys: SETTINGS_KEYS, isAdministrators: true };
}

/** The registry has no boolean type. */
function registryValue(name: string, type: string | undefined, value: string): unknown {
  if (type === 'REG_MULTI_SZ') return value.split('\\0').filter(Boolean);
  if (type !== 'REG_DWORD') return value;
  const number = Number(value);
  return SWITCHES.has(name) && number <= 1 ? number === 1 : number;
}

/** Reads preferences enforced by device management: property lists owned by root, per machine and per user. */
function managedPreferences({ user, run }: Machine): (Layer | undefined)[] {
  const folders = ['/Library/Managed Preferences', posix.join('/Library/Managed Preferences', user)];
  return folders.map((folder) => {
    const source = posix.join(folder, `${config.id}.plist`);
    if (!existsSync(source)) return undefined;
    try {
      const values: unknown = JSON.parse(run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', source], {}));
      return { source, values: Object(values), keys: SETTINGS_KEYS, isAdministrators: true };
    } catch (error) {
      return unread(source, error);
    }
  });
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error).split('\n', 1)[0];
