#!/usr/bin/env node
/** The command `holdfast`: finds the verb and runs it. */
import module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { nearest } from '../shared/nearest.ts';
import { parseVerb } from './cli/args.ts';
import { COMMON, helpOf, helpOfAll, VERBS } from './cli/commands.ts';
import { bold, UsageError } from './project/say.ts';
import { SIGNALS } from './run/signals.ts';
import { checkNode, holdfastVersion } from './setup/packages.ts';

/** Exit codes; after a signal the code is 128 plus the signal's number. */
const [FAILED, MISUSED] = [1, 2];

async function run([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--version' || name === '-v') console.log(holdfastVersion());
  else if (['--help', '-h', 'help'].includes(name)) console.log(helpOfAll(holdfastVersion()));
  else {
    const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
    if (!verb) {
      const near = nearest(name, Object.keys(VERBS));
      throw new UsageError(
        `Unknown command "${name}".${near ? ` Did you mean "${near}"?` : ' holdfast --help lists them.'}`,
      );
    }
    const { values, rest } = parseVerb(args, { ...verb.options, ...COMMON }, verb.forApp !== undefined);
    if (values.help) console.log(helpOf(name, verb));
    else {
      checkNode();
      if (name !== 'info') console.log(`${bold(`holdfast ${holdfastVersion()}`)} ${name}\n`);
      return await verb.run(values, values.verbose && verb.forApp ? [...rest, '--verbose'] : rest);
    }
  }
  return 0;
}

let signalled = 0;
for (const signal of SIGNALS) {
  process.on(signal, () => {
    signalled = 128 + constants.signals[signal];
    // Other listeners end running work. If nothing runs, the process ends here.
    if (process.listenerCount(signal) === 1) process.exit(signalled);
  });
}
// The reader is gone, as with `| head`.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : FAILED));

// In this repository the tool's types are stripped at each start.
if (import.meta.filename.endsWith('.ts'))
  module.enableCompileCache(join(import.meta.dirname, '../../.cache/compile'));
const args = process.argv.slice(2);
try {
  const code = await run(args);
  process.exitCode = signalled || code;
} catch (error) {
  // A stopped verb fails because it was stopped.
  if (signalled) process.exit(signalled);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const isWhole = args.includes('--verbose') && !(error instanceof UsageError);
  console.error(`${styleText('red', 'holdfast', { stream: process.stderr })}: ${isWhole ? stack : message}`);
  // A dependency of electron-builder overrides process.exitCode.
  process.exit(error instanceof UsageError ? MISUSED : FAILED);
}
