/** `npm run package`: the app as it is installed, in a folder, with the runtime that this machine has. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { findRuntime } from '../runtime/find.ts';
import { writeDistribution } from '../standin/distribution.ts';
import { builderConfig } from './config.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const output = process.argv[2] ?? join(project, '.build', 'package');
const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };

const runtime = await findRuntime();
let electronDist = join(project, '.cache', 'standin-dist');
if (runtime.name === 'stand-in') await writeDistribution(electronDist, version);
else
  electronDist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(project, 'node_modules', 'electron', 'dist');

await build({
  targets: Platform.current().createTarget('dir'),
  projectDir: project,
  config: builderConfig(electronDist, version, output),
});
