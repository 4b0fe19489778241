/** The settings that ship with a packed app. */
import { resolve } from 'node:path';
import { readSettingsFile } from '../../configuration/settings/file.ts';
import { mergeSettings } from '../../configuration/settings/merge.ts';
import { SETTINGS_KEYS, type Settings } from '../../configuration/settings/schema.ts';

/** Returns the settings, with the file after `--settings` over them. Refuses what an installed app would ignore. */
export function shippedSettings(own: Partial<Settings> = {}, file?: string): Partial<Settings> {
  const settings = { ...own, ...(file !== undefined && fromFile(resolve(file))) };
  if (settings.updateUrl?.startsWith('http:')) {
    const where = file === undefined ? 'settings' : `--settings: ${file}`;
    throw new Error(
      `${where}: "updateUrl" is not https, so an installed app would never use it. Correct it.`,
    );
  }
  return settings;
}

function fromFile(file: string): Partial<Settings> {
  const layer = readSettingsFile(file, SETTINGS_KEYS, true);
  const { faults, settings, sources } = mergeSettings(layer ? [layer] : [], Date.now());
  const [why] = faults.map(({ detail }) => detail?.split('. It is ignored', 1)[0]);
  if (why) throw new Error(`--settings: ${why}. Correct it, then pack again.`);
  const isInFile = ([key]: [string, unknown]) => sources[key as keyof typeof sources] === file;
  return Object.fromEntries(Object.entries(settings).filter(isInFile));
}
