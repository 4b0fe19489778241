import { join } from 'node:path';
import { readSettingsFile } from '../../../../electron/builtConfig/settingsSchema/file.ts';
import { SETTINGS_KEYS } from '../../../../electron/builtConfig/settingsSchema/schema.ts';
import { loadSettings } from '../../../../electron/shell/settings/settings.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';

export const DSN = 'https://key@sentry.example.com/1';

export type SettingsFolder = ReturnType<typeof makeSettingsFolder>;

export function makeSettingsFolder() {
  const root = testFolder();
  return {
    root,
    /** Writes a file and returns its path: text and bytes unchanged, anything else as JSON. */
    write(name: string, content: unknown): string {
      writeFiles(root, { [name]: content });
      return join(root, name);
    },
    /** Reads the settings of a packaged app shipped with those in `app`, at time 7. */
    load(more: Parameters<typeof loadSettings>[1] = {}, userData = join(root, 'user')) {
      const shipped = readSettingsFile(join(root, 'app', 'settings.json'), SETTINGS_KEYS);
      return loadSettings(userData, {
        ...{ packaged: true, platform: process.platform === 'win32' ? 'win32' : 'linux', env: {}, at: 7 },
        ...{ shipped: shipped ? [shipped] : [], administrator: () => [], ...more },
      });
    },
  };
}
