/** Redaction that knows this machine's home folder. */
import { homedir } from 'node:os';
import { redact } from '../shared/redact.ts';

/** `text` without what is private, this machine's home folder shown as `~`. */
export function redactHere(text: string): string {
  return redact(text, [homedir()]);
}
