/**
 * `npm run package` (`--dir`): packs the app into a folder, as installed. `npm run dist`: makes this system's installers.
 */
import { parseArgs } from 'node:util';
import { ownProject } from '../app/project.ts';
import { project } from '../electron.ts';
import { buildPages } from '../pages.ts';
import { packApp } from './packApp.ts';

const OPTIONS = {
  dir: { type: 'boolean' },
  deb: { type: 'boolean' },
  settings: { type: 'string' },
  output: { type: 'string' },
} as const;

try {
  const { args, own } = await buildPages(process.argv.slice(2));
  await packApp(ownProject(project, own), parseArgs({ options: OPTIONS, args }).values);
} catch (error) {
  console.error(`pack: ${(error as Error).message}`);
  // A dependency of electron-builder overrides process.exitCode.
  process.exit(1);
}
