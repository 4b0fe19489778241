/** Runs programs, and ends them when this one ends. Plain JavaScript without dependencies, like setup.mjs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const running = new AbortController();
/** Ends all running programs, and any that start later. */
export const endAll = () => running.abort();
process.on('exit', endAll);

/**
 * Runs a program to its end and returns its exit code; `onLine` gets each line of a piped stdout or stderr.
 * @param {string} program @param {string[]} args @param {import('node:child_process').SpawnOptions} options
 * @param {(line: string) => void} [onLine]
 * @throws Error if it cannot be started, or is aborted by `options.signal`
 */
export async function run(program, args, options, onLine) {
  const signal = AbortSignal.any([running.signal, ...(options.signal ? [options.signal] : [])]);
  const child = spawn(program, args, { ...options, signal });
  if (onLine)
    for (const input of [child.stdout, child.stderr]) input && createInterface(input).on('line', onLine);
  const [code] = await once(child, 'close');
  return code ?? 1;
}
