import { join } from 'node:path';
import { readSettingsFile } from '../../../../electron/configuration/settingsSchema/file.ts';
import { SETTINGS_KEYS } from '../../../../electron/configuration/settingsSchema/schema.ts';
import {
  type LoadedSettings,
  loadSettings,
  type SettingsPlaces,
} from '../../../../electron/shell/settings/settings.ts';
import { writeFiles } from '../../../support/repository.ts';
import { testFolder } from '../../testFolder.ts';

export const DSN = 'https://key@sentry.example.com/1';

export interface SettingsFolder {
  root: string;
  /** Writes a file and returns its path: text and bytes unchanged, anything else as JSON. */
  write(name: string, content: unknown): string;
  /** Reads the settings of an app shipped with those in `app`, with userData `user`, at time 7. */
  load(places?: Partial<SettingsPlaces>): LoadedSettings;
}

export function makeSettingsFolder(): SettingsFolder {
  const root = testFolder();
  return {
    root,
    write(name, content) {
      writeFiles(root, { [name]: content });
      return join(root, name);
    },
    load(places = {}) {
      const shipped = readSettingsFile(join(root, 'app', 'settings.json'), SETTINGS_KEYS);
      return loadSettings(
        {
          packaged: true,
          platform: process.platform === 'win32' ? 'win32' : 'linux',
          shipped: shipped ? [shipped] : [],
          userData: join(root, 'user'),
          env: {},
          administrator: () => [],
          ...places,
        },
        7,
      );
    },
  };
}
