/** Main's log: stderr, for a terminal or the system's journal. */
import { format } from 'node:util';
import { redactHere } from './redact.ts';

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

/** Writes a line, or an error with its stack, to stderr without private data. */
export function log(...parts: unknown[]): void {
  allowClosedTerminal();
  console.error(redactHere(format(...parts)));
}
