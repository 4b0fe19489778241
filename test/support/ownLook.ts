/** An app's own colours, font and icon, in a copy of the built app. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { APP_FILES } from '../../electron/builtConfig/folder.ts';
import { lookData } from '../../electron/tool/configFile/checkLook.ts';

/** The colour of the whole icon, as `#rrggbb`, and its first pixel as `nativeImage.toBitmap` has it (BGRA). */
export const ICON = '#ff00aa';
export const ICON_BITMAP = [0xaa, 0, 0xff, 0xff];

/** Writes the icon and the configuration of an app with this look. @param config other keys of its configuration */
export async function writeLook(folder: string, look: Parameters<typeof lookData>[0], config: object = {}) {
  const build = join(folder, '.build');
  const icon = new PNG({ width: 64, height: 64 });
  for (let at = 0; at < icon.data.length; at += 4) icon.data.set([0xff, 0, 0xaa, 0xff], at);
  await writeFile(join(build, APP_FILES.icon), PNG.sync.write(icon));
  await writeFile(join(build, APP_FILES.config), JSON.stringify({ look: lookData(look, true), ...config }));
}
