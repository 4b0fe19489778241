/** Checks that the packed app.asar contains the app folder and nothing else. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extractFile, listPackage, statFile, uncache } from '@electron/asar';

/**
 * Compares every file of the archive with the app folder, except package.json, which electron-builder shortens.
 * @param archive the packed app.asar
 * @param app the app folder that was packed
 * @throws Error that names the first file that differs
 */
export function checkArchive(archive: string, app: string): void {
  // The archive may have been replaced since it was last read.
  uncache(archive);
  for (const path of listPackage(archive, { isPack: false })) {
    const name = path.replace(/^[\\/]/, '');
    if (basename(name) === 'package.json' || !('size' in statFile(archive, name))) continue;
    const file = join(app, name);
    if (!existsSync(file) || !readFileSync(file).equals(extractFile(archive, name)))
      throw new Error(
        `${archive} is not the app that was packed: ${name} in it differs. Check "extraResources" and the hooks in "builder".`,
      );
  }
}
