/** `npm run package`: the app as it is installed, in a folder, around the Electron that this machine has. */
import { join } from 'node:path';
import { findElectron, project } from '../electron.ts';
import { messageOf } from '../setup/failure.mjs';
import { readArguments } from './arguments.ts';
import { endWithFailure, pack } from './pack.ts';

try {
  const { output = join(project, '.build', 'package'), settings } = readArguments(process.argv.slice(2));
  await pack({ electron: await findElectron(), output, targets: ['dir'], settings });
} catch (error) {
  console.error(messageOf(error, 'package'));
  endWithFailure();
}
