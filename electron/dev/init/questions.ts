/** Asks on the terminal. */
import { createInterface } from 'node:readline/promises';

/** Whether somebody can answer. */
export const canAsk = (): boolean => Boolean(process.stdin.isTTY && process.stdout.isTTY);

/**
 * Asks one question; an empty answer means the proposal.
 * @param isNeeded whether it is asked again while there is neither
 */
export async function ask(question: string, proposal: string, isNeeded: boolean): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // As for any program that Ctrl+C ends.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const closed = new Promise<never>((_, reject) => {
    terminal.on('close', () => reject(new Error('Nothing was written: the input ended.')));
  });
  closed.catch(() => undefined);
  try {
    for (;;) {
      const typed = terminal.question(`${question}${proposal && ` (${proposal})`}: `);
      const answer = (await Promise.race([typed, closed])).trim() || proposal;
      if (answer || !isNeeded) return answer;
    }
  } finally {
    terminal.close();
  }
}
