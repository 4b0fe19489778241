/** Main's log: stderr, for a terminal or the system's journal. */
import { format } from 'node:util';
import { redactHere } from './redactHere.ts';

let isAllowed = false;

/**
 * Writing to a closed terminal is an error, but not a failure of the app. Call it before anything is written, but not
 * at the very start, because it opens both streams, which takes a millisecond.
 */
export function allowClosedTerminal(): void {
  if (isAllowed) return;
  isAllowed = true;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

const said = new Set<string>();

/** Writes a line that a page causes, the first time only, and at most 50 different ones. */
export function logOnce(line: string): void {
  if (said.has(line) || said.size >= 50) return;
  said.add(line);
  log(line);
}

/** Writes a line, or an error with its stack, to stderr without private data. */
export function log(...parts: unknown[]): void {
  allowClosedTerminal();
  console.error(redactHere(format(...parts)));
}
