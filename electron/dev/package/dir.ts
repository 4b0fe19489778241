/** `npm run package`: the app as it is installed, in a folder, with the runtime that this machine has. */
import { join } from 'node:path';
import { messageOf } from '../setup/failure.mjs';
import { readArguments } from './arguments.ts';
import { endWithFailure, findBase, pack, project } from './pack.ts';

try {
  const { output = join(project, '.build', 'package'), settings } = readArguments(process.argv.slice(2));
  await pack({ base: await findBase(), output, targets: ['dir'], settings });
} catch (error) {
  console.error(messageOf(error, 'package'));
  endWithFailure();
}
