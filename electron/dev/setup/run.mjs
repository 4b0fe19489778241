/** Starting other programs, so that none outlives a setup that was told to stop. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { noteChild } from './lock.mjs';

/**
 * What runs, each with the signal that ends it.
 * @type {Map<import('node:child_process').ChildProcess, NodeJS.Signals>}
 */
const children = new Map();
/** @type {NodeJS.Signals | undefined} */
let stoppedBy;

/** One line for the person, beside the program's own output. @param {string} line */
export function say(line) {
  process.stderr.write(`setup: ${line}\n`);
}

/**
 * Runs a program to its end and gathers what it writes.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { stopWith?: NodeJS.Signals, onStart?: (child: import('node:child_process').ChildProcess) => void, onLine?: (line: string) => void }} options
 *   stdio defaults to no input and both outputs gathered; `stopWith` is SIGKILL,
 *   as npm puts others off while it waits for the network; `onStart` gets the process, `onLine` each line of both outputs
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null, output: string }>}
 *   rejects when the program cannot be started
 */
export function run(command, args, { onStart, onLine, stopWith = 'SIGKILL', ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    children.set(child, stopWith);
    if (child.pid) noteChild(child.pid);
    onStart?.(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      let rest = '';
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) onLine?.(line);
      });
    }
    child.on('error', (error) => {
      children.delete(child);
      reject(error);
    });
    child.on('close', (code, signal) => {
      children.delete(child);
      resolve({ code, signal, output });
    });
  });
}

/** The exit code of a process that a signal ended, as shells have it. @param {NodeJS.Signals} signal */
export const exitCodeOf = (signal) => 128 + constants.signals[signal];

/** The signal that asked to stop, if one did. */
export const stopSignal = () => stoppedBy;

/** From now on a signal ends what was started first, and then, through its failure, this process. */
export function stopWithChildren() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      stoppedBy = signal;
      if (children.size === 0) process.exit(exitCodeOf(signal));
      for (const [child, stopWith] of children) child.kill(stopWith);
    });
  }
}
