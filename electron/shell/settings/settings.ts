/** Reads the settings from all their sources, and saves the one that the user can change. */
import { mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { CONFIG_FILE, config, configProblem } from '../../builtConfig/config.ts';
import { readSettingsFile } from '../../builtConfig/settingsSchema/file.ts';
import { type Layer, type LoadedSettings, mergeSettings } from '../../builtConfig/settingsSchema/merge.ts';
import { type ReportsSetting, SETTINGS_KEYS } from '../../builtConfig/settingsSchema/schema.ts';
import { writeFileAtomicSync } from '../../common/atomicFile.ts';
import { administratorLayers, THIS_SYSTEM } from './administrator.ts';

export type { Settings } from '../../builtConfig/settingsSchema/schema.ts';
export type { LoadedSettings, ReportsSetting };

/** Those in `config.json`; an unusable file becomes a fault, as in any layer. */
function shippedLayers(): Layer[] {
  const source = CONFIG_FILE;
  const values = { source, values: config.settings, keys: SETTINGS_KEYS };
  return configProblem ? [{ source, problem: configProblem }, values] : [values];
}

const userSettingsFile = (userData: string): string => join(userData, 'settings.json');

/**
 * Reads the settings from the places that the README lists; later ones win. An empty variable counts as absent. Never
 * throws: `faults` lists each unused file and key.
 */
export function loadSettings(
  userData: string,
  {
    packaged = config.packaged,
    platform = process.platform,
    env = process.env,
    at = Date.now(),
    shipped = shippedLayers(),
    administrator = () => administratorLayers({ ...THIS_SYSTEM, platform, user: userInfo().username }),
  } = {},
): LoadedSettings {
  const layers: (Layer | undefined)[] = [...shipped];
  if (packaged) layers.push(...administrator());
  layers.push(readSettingsFile(userSettingsFile(userData), ['reports']));
  if (!packaged) {
    if (env.HOLDFAST_SETTINGS)
      layers.push(readSettingsFile(resolve(env.HOLDFAST_SETTINGS), SETTINGS_KEYS, true));
    if (env.SENTRY_DSN)
      layers.push({ source: 'SENTRY_DSN', values: { sentryDsn: env.SENTRY_DSN }, keys: ['sentryDsn'] });
  }
  return mergeSettings(
    layers.filter((layer) => layer !== undefined),
    at,
    platform,
    config.web.address,
  );
}

/** Replaces the user's file atomically. @throws Error that names it if it cannot be written */
export async function saveUserSettings(userData: string, choice: { reports: ReportsSetting }): Promise<void> {
  const file = userSettingsFile(userData);
  try {
    await mkdir(userData, { recursive: true });
    writeFileAtomicSync(file, `${JSON.stringify(choice, null, 2)}\n`);
  } catch (error) {
    const why = `${file} could not be written (${(error as Error).message})`;
    throw new Error(`${why}: check the free space and the permissions`, { cause: error });
  }
}
