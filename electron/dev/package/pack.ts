/**
 * `npm run package` (`--dir`): packs the app into a folder, as installed. `npm run dist`: makes this system's installers.
 */
import { ownProject } from '../app/project.ts';
import { project } from '../electron.ts';
import { buildPages } from '../pages.ts';
import { packApp } from './packApp.ts';

try {
  const { args, own } = await buildPages(process.argv.slice(2));
  await packApp(ownProject(project, own), args);
} catch (error) {
  console.error(`pack: ${(error as Error).message}`);
  // A dependency of electron-builder overrides process.exitCode.
  process.exit(1);
}
