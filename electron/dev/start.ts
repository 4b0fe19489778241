/** `npm start [-- arguments]`: runs the built app on the runtime that is here, until it quits. */
import { launch } from './launch.ts';
import { findRuntime } from './runtime/find.ts';
import { describe } from './runtime/runtime.ts';
import { messageOf } from './setup/failure.mjs';

try {
  const runtime = await findRuntime();
  const why = runtime.tried.length > 0 ? ` (${runtime.tried.join('; ')})` : '';
  console.log(`runtime: ${describe(runtime)}${why}`);
  process.exitCode = await launch(runtime, process.argv.slice(2)).ended;
} catch (error) {
  process.stderr.write(`start: ${messageOf(error, 'npm start').replaceAll('\n', '\n  ')}\n`);
  process.exitCode = 1;
}
