/** Reads the settings from all their sources, and saves the one that the user can change. */
import { mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, posix, resolve, win32 } from 'node:path';
import { writeFileAtomic } from '../app/atomicFile.ts';
import { administratorLayers, runHere } from './administrator.ts';
import { readSettingsFile } from './file.ts';
import { type Layer, type LoadedSettings, mergeSettings } from './merge.ts';
import {
  checkSetting,
  type ReportsSetting,
  SETTINGS_KEYS,
  type Settings,
  type SettingsKey,
} from './schema.ts';

export type { LoadedSettings, ReportsSetting, Settings };

const FILE_NAME = 'settings.json';

const USER_KEYS: readonly SettingsKey[] = ['reports'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The `settings.json` that is shipped with a packaged app.
 * - Windows, Linux: beside the executable; for an AppImage inside the image, as anybody may put a file beside it.
 * - macOS: `Contents/Resources` of the bundle. Beside the executable it would break the signature.
 */
export function appSettingsFile(platform: NodeJS.Platform, execPath: string): string {
  const path = platform === 'win32' ? win32 : posix;
  const folder = path.dirname(execPath);
  return platform === 'darwin'
    ? path.join(folder, '..', 'Resources', FILE_NAME)
    : path.join(folder, FILE_NAME);
}

/** The file in `userData` that holds what the user chose. */
function userSettingsFile(userData: string): string {
  return join(userData, FILE_NAME);
}

export interface SettingsPlaces {
  packaged: boolean;
  platform: NodeJS.Platform;
  /** `process.execPath` */
  execPath: string;
  /** `app.getPath('userData')` */
  userData: string;
  env: Environment;
  /** An administrator's layers; by default those of this machine. */
  administrator?: () => Layer[];
}

/**
 * Reads the settings. Later ones win: defaults; of a packaged app, the file shipped with it and what an administrator
 * has set; the user's file (`reports` only); of an app that is not packaged, the file named by `HOLDFAST_SETTINGS`, and
 * `SENTRY_DSN`. An empty variable counts as absent. Throws nothing: `faults` name each file and key that is not used.
 *
 * @param at milliseconds since the epoch, for the faults
 */
export function loadSettings(places: SettingsPlaces, at: number): LoadedSettings {
  const { packaged, platform, execPath, userData, env } = places;
  const ofMachine = () => administratorLayers({ platform, env, user: userInfo().username, run: runHere });
  const layers: (Layer | undefined)[] = [];
  if (packaged) {
    layers.push(readSettingsFile(appSettingsFile(platform, execPath), SETTINGS_KEYS));
    layers.push(...(places.administrator ?? ofMachine)());
  }
  layers.push(readSettingsFile(userSettingsFile(userData), USER_KEYS));
  if (!packaged) {
    if (env.HOLDFAST_SETTINGS) {
      layers.push(readSettingsFile(resolve(env.HOLDFAST_SETTINGS), SETTINGS_KEYS, true));
    }
    if (env.SENTRY_DSN) {
      layers.push({ source: 'SENTRY_DSN', values: { sentryDsn: env.SENTRY_DSN }, keys: ['sentryDsn'] });
    }
  }
  return mergeSettings(
    layers.filter((layer) => layer !== undefined),
    at,
  );
}

/**
 * Writes the user's choice atomically. It is all that the file then contains.
 *
 * @throws TypeError for an unknown choice; Error that names the file if it cannot be written
 */
export async function saveUserSettings(userData: string, choice: { reports: ReportsSetting }): Promise<void> {
  const checked = checkSetting('reports', choice.reports);
  if ('problem' in checked) throw new TypeError(`"reports" ${checked.problem}`);
  const file = userSettingsFile(userData);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFileAtomic(file, `${JSON.stringify({ reports: checked.value }, null, 2)}\n`);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${file} could not be written (${message}): check the free space and the permissions`, {
      cause: error,
    });
  }
}
