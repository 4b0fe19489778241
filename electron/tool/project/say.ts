/** What the tool prints apart from plain lines: colours only on a terminal, and never with NO_COLOR. */
import { styleText } from 'node:util';

export const bold = (text: string) => styleText('bold', text, { stream: process.stdout });

/** Prints something that is done. */
export const done = (line: string) =>
  console.log(`${styleText('green', '✓', { stream: process.stdout })} ${line}`);

/** Prints commands to copy, each with what it does. */
export function sayNext(steps: readonly (readonly [command: string, what: string])[]): void {
  const width = Math.max(...steps.map(([command]) => command.length));
  console.log(`\n${bold('Next')}`);
  for (const [command, what] of steps) console.log(`  ${command.padEnd(width)}  ${what}`);
}
