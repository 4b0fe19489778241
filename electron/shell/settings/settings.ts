/** Reads the settings from all their sources, and saves the one that the user can change. */
import { mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { writeFileAtomicSync } from '../../common/atomicFile.ts';
import { CONFIG_FILE, config, configProblem } from '../../configuration/config.ts';
import { readSettingsFile } from '../../configuration/settingsSchema/file.ts';
import { type Layer, type LoadedSettings, mergeSettings } from '../../configuration/settingsSchema/merge.ts';
import {
  type ReportsSetting,
  SETTINGS_KEYS,
  type Settings,
  type SettingsKey,
} from '../../configuration/settingsSchema/schema.ts';
import { administratorLayers, THIS_SYSTEM } from './administrator.ts';

export type { LoadedSettings, ReportsSetting, Settings };

const USER_KEYS: readonly SettingsKey[] = ['reports'];

/** The settings in `config.json`; an unusable file becomes a fault, as in any layer. */
function shipped(): Layer[] {
  const source = CONFIG_FILE;
  const values = { source, values: config.settings, keys: SETTINGS_KEYS };
  return configProblem ? [{ source, problem: configProblem }, values] : [values];
}

const userSettingsFile = (userData: string): string => join(userData, 'settings.json');

export interface SettingsPlaces {
  packaged: boolean;
  platform: NodeJS.Platform;
  /** `app.getPath('userData')` */
  userData: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The layers shipped with the app; default: the settings of its configuration. */
  shipped?: Layer[];
  administrator?: () => (Layer | undefined)[];
}

/**
 * Reads the settings. Later sources win: defaults; the app's `config.json`; in a packaged app, an administrator's
 * settings; the user's file (`reports` only); in an unpackaged app, the file named by `HOLDFAST_SETTINGS`, and
 * `SENTRY_DSN`. An empty variable counts as absent. Never throws: `faults` lists each unused file and key.
 * @param at milliseconds since the epoch, for the faults
 */
export function loadSettings(places: SettingsPlaces, at: number): LoadedSettings {
  const { packaged, platform, userData, env } = places;
  const ofMachine = () => administratorLayers({ ...THIS_SYSTEM, platform, user: userInfo().username });
  const layers: (Layer | undefined)[] = [...(places.shipped ?? shipped())];
  if (packaged) layers.push(...(places.administrator ?? ofMachine)());
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
    platform,
    config.web.address,
  );
}

/**
 * Writes the user's choice atomically, replacing the file's whole content.
 * @throws Error that names the file if it cannot be written
 */
export async function saveUserSettings(userData: string, choice: { reports: ReportsSetting }): Promise<void> {
  const file = userSettingsFile(userData);
  try {
    await mkdir(userData, { recursive: true });
    writeFileAtomicSync(file, `${JSON.stringify(choice, null, 2)}\n`);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${file} could not be written (${message}): check the free space and the permissions`, {
      cause: error,
    });
  }
}
