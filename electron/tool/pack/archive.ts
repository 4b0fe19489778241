/** Checks that the packed app.asar contains the app folder and nothing else. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extractFile, listPackage, statFile, uncache } from '@electron/asar';
import { APP_FILES } from '../../configuration/folder.ts';
import { SCRIPT_MAP } from './builderConfig.ts';

/**
 * Compares every file of the archive with the app folder, except package.json, which electron-builder shortens. None of
 * the web build may be missing: electron-builder leaves out files by their names.
 */
export function checkArchive(archive: string, app: string): void {
  // The archive may have been replaced since it was last read.
  uncache(archive);
  const names = listPackage(archive, { isPack: false }).map((path) => path.replace(/^[\\/]/, ''));
  for (const name of names) {
    if (basename(name) === 'package.json' || !('size' in statFile(archive, name))) continue;
    const file = join(app, name);
    if (!existsSync(file) || !readFileSync(file).equals(extractFile(archive, name)))
      throw new Error(
        `${archive} is not the app that was packed: ${name} in it differs. Check "extraResources" and the hooks in "builder".`,
      );
  }
  const packed = new Set(names);
  const missing = globSync(`${APP_FILES.web}/**`, { cwd: app }).find(
    (name) => !packed.has(name) && !SCRIPT_MAP.test(name) && statSync(join(app, name)).isFile(),
  );
  if (missing) throw new Error(`${archive} is not the app that was packed: it lacks ${missing}.`);
}
