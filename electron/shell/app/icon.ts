/** The app's icon, where the system does not show it by itself. */
import { join } from 'node:path';
import { type NativeImage, nativeImage } from 'electron';
import { config } from '../../builtConfig/config.ts';
import { APP_FILES, appFolder } from '../../builtConfig/folder.ts';

/** Returns undefined if the app folder has none, except for an installed app on Linux, which has one beside its archive. */
export function iconFile(): string | undefined {
  if (config.look.icon) return join(appFolder(), APP_FILES.icon);
  if (!config.packaged || process.platform !== 'linux') return undefined;
  return join(process.resourcesPath, 'icon.png');
}

export function appIcon(): NativeImage | undefined {
  const file = iconFile();
  return file === undefined ? undefined : nativeImage.createFromPath(file);
}
