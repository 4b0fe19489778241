/** What main writes for whoever runs the app from a terminal, or reads the system's journal. */
import { format } from 'node:util';
import { redactHere } from './redact.ts';

/** Writes a line, or an error with its stack, on stderr without what is private. */
export function log(...parts: unknown[]): void {
  console.error(redactHere(format(...parts)));
}
