/** What the tool prints apart from plain lines: colours only on a terminal, and never with NO_COLOR. */
import { styleText } from 'node:util';
import { alignColumns } from '../../shared/format.ts';

export const bold = (text: string) => styleText('bold', text, { stream: process.stdout });

let last = performance.now();

/** Prints something that is done, and how long it took since the last. */
export function done(line: string): void {
  const [since, now] = [last, performance.now()];
  last = now;
  const took = `${((now - since) / 1_000).toFixed(1)} s`;
  console.log(`${styleText('green', '✓', { stream: process.stdout })} ${line}  ${took}`);
}

export type Next = readonly [command: string, what: string];

/** Prints commands to copy. */
export function sayNext(steps: readonly Next[]): void {
  if (steps.length > 0) console.log(['', bold('Next'), ...table(steps)].join('\n'));
}

/** Returns rows as indented lines. */
export const table = (rows: readonly (readonly string[])[]) => alignColumns(rows).map((line) => `  ${line}`);

/** The user typed something invalid: printed without a stack, and the tool exits with code 2. */
export class UsageError extends Error {}
