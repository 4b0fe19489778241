/**
 * An administrator's settings, from places that only an administrator can write. No native module is needed: formats
 * other than JSON are read by the system's own programs. reg.exe runs at every start on Windows, the others only where
 * the file exists.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { config } from '../config.ts';
import * as TEXTS from '../shared/texts.ts';
import { readSettingsFile } from './file.ts';
import type { Layer } from './merge.ts';
import { SETTINGS_KEYS, SWITCHES } from './schema.ts';

/** Time limit of such a program, in ms. */
const LIMIT_MS = 5_000;

export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  user: string;
  /** Runs a program. Returns what it writes on stdout; throws if it fails. */
  run(program: string, args: readonly string[]): string;
}

export const runHere: Machine['run'] = (program, args) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    timeout: LIMIT_MS,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** The layers of this machine; later ones win. Unusable content becomes a problem, as in any settings file. */
export function administratorLayers(machine: Machine): Layer[] {
  const layers = (() => {
    switch (machine.platform) {
      case 'win32':
        return [programData(machine), policyKey(machine)];
      case 'darwin':
        return [
          read(`/Library/Application Support/${config.name}/settings.json`),
          ...managedPreferences(machine),
        ];
      default:
        return [read(`/etc/${config.program}/settings.json`)];
    }
  })();
  return layers.filter((layer) => layer !== undefined);
}

function read(file: string): Layer | undefined {
  const layer = readSettingsFile(file, SETTINGS_KEYS);
  return layer && { ...layer, isAdministrators: true };
}

const unread = (source: string, what: string, error: unknown): Layer => ({
  source,
  problem: `${what} (${codeOf(error)})`,
  isAdministrators: true,
});

/** Owners that a standard user can't assign to a file: Administrators, SYSTEM (SDDL). */
const TRUSTED_OWNER = /^O:(BA|SY)/;

/** Every user may create folders in `%ProgramData%`, so the owners of file and folder decide. */
function programData({ env, run }: Machine): Layer | undefined {
  const folder = win32.join(env.ProgramData || 'C:\\ProgramData', config.name);
  const source = win32.join(folder, 'settings.json');
  if (!existsSync(source)) return undefined;
  const shell = win32.join(
    env.SystemRoot || 'C:\\Windows',
    'System32',
    'WindowsPowerShell',
    'v1.0',
    'powershell.exe',
  );
  const quoted = (path: string) => `'${path.replaceAll("'", "''")}'`;
  const command = `(Get-Acl -LiteralPath ${quoted(folder)},${quoted(source)}).Sddl`;
  try {
    const owners = run(shell, ['-NoProfile', '-NonInteractive', '-Command', command]).trim().split(/\r?\n/);
    if (owners.length === 2 && owners.every((sddl) => TRUSTED_OWNER.test(sddl))) return read(source);
    // Another user's: it turns nothing off either.
    return { source, problem: TEXTS.settings.notTrusted };
  } catch (error) {
    return unread(source, TEXTS.settings.ownerUnknown, error);
  }
}

/**
 * The policy key of the registry with one value per setting: REG_SZ; REG_DWORD for numbers, true (1) and false (0);
 * REG_MULTI_SZ for lists. It is looked for in the list of the key above it, which every Windows has: that the key is not
 * there, and that it could not be read, are the same to reg.exe.
 */
function policyKey({ env, run }: Machine): Layer | undefined {
  const above = 'HKLM\\SOFTWARE\\Policies';
  const source = `${above}\\${config.name}`;
  const query = (key: string) =>
    run(win32.join(env.SystemRoot || 'C:\\Windows', 'System32', 'reg.exe'), ['query', key]);
  let text: string;
  try {
    const names = query(above)
      .split(/\r?\n/)
      .map((line) => win32.basename(line.trim()).toLowerCase());
    if (!names.includes(config.name.toLowerCase())) return undefined;
    text = query(source);
  } catch (error) {
    return unread(source, TEXTS.settings.unreadable, error);
  }
  const values: Record<string, unknown> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, type, value = ''] = /^ {4}(\S+) {4}(REG_\w+)(?: {4}(.*))?$/.exec(line) ?? [];
    if (name !== undefined) values[name] = registryValue(name, type, value);
  }
  return { source, values, keys: SETTINGS_KEYS, isAdministrators: true };
}

/** The registry has no type for true and false. */
function registryValue(name: string, type: string | undefined, value: string): unknown {
  if (type === 'REG_MULTI_SZ') return value.split('\\0').filter(Boolean);
  if (type !== 'REG_DWORD') return value;
  const number = Number(value);
  return SWITCHES.has(name) && number <= 1 ? number === 1 : number;
}

/** Preferences forced by device management: property lists in a folder of root's, per machine and per user. */
function managedPreferences({ user, run }: Machine): (Layer | undefined)[] {
  const folders = ['/Library/Managed Preferences', posix.join('/Library/Managed Preferences', user)];
  return folders.map((folder) => {
    const source = posix.join(folder, `${config.id}.plist`);
    if (!existsSync(source)) return undefined;
    try {
      const values: unknown = JSON.parse(run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', source]));
      return { source, values: Object(values), keys: SETTINGS_KEYS, isAdministrators: true };
    } catch (error) {
      return unread(source, TEXTS.settings.unreadable, error);
    }
  });
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error).split('\n', 1)[0];
