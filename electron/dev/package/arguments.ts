/** The arguments of `npm run package` and `npm run dist`. */
import { resolve } from 'node:path';
import { readSettingsFile } from '../../settings/file.ts';
import { mergeSettings } from '../../settings/merge.ts';
import { SETTINGS_KEYS } from '../../settings/schema.ts';
import { Failure } from '../setup/failure.mjs';

export interface Arguments {
  /** Folder that gets what is made. */
  output?: string;
  /** A settings file to ship beside the app. */
  settings?: string;
  /** Only the deb, by dpkg-deb: nothing is fetched. */
  deb?: boolean;
}

/**
 * Reads `[folder] [--settings=file] [--deb]`.
 *
 * @throws Failure that names what was wrong: an argument that is none of these, or a settings file of which a part
 *   could not be used, because on the machines of others nobody would see it
 */
export function readArguments(typed: readonly string[]): Arguments {
  const found: Arguments = {};
  for (const argument of typed) {
    if (argument === '--deb') found.deb = true;
    else if (argument.startsWith('--settings='))
      found.settings = resolve(argument.slice('--settings='.length));
    else if (argument.startsWith('-') || found.output !== undefined) {
      throw new Failure(
        `${argument}: no such argument.`,
        'These are: [folder] [--settings=file] and, of dist, [--deb].',
      );
    } else found.output = resolve(argument);
  }
  if (found.settings !== undefined) checkSettings(found.settings);
  return found;
}

function checkSettings(file: string): void {
  const layer = readSettingsFile(file, SETTINGS_KEYS, true);
  const { faults, settings } = mergeSettings(layer ? [layer] : [], Date.now());
  const [fault] = faults;
  if (fault) throw new Failure(`--settings: ${fault.title}. ${fault.detail}`, 'Correct it, then pack again.');
  if (settings.updateUrl?.startsWith('http:')) {
    const why = `--settings: "updateUrl" in ${file} is not https; an installed app does not ask it.`;
    throw new Failure(why, 'Correct it, then pack again.');
  }
}
