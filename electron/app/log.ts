/** Main's log: stderr, for a terminal or the system's journal. */
import { format } from 'node:util';
import { redactHere } from './redact.ts';

/** Writes a line, or an error with its stack, to stderr without what is private. */
export function log(...parts: unknown[]): void {
  console.error(redactHere(format(...parts)));
}
