/** Asks questions on the terminal. */
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Whether a person can answer. */
export const canAsk = (): boolean => Boolean(process.stdin.isTTY && process.stdout.isTTY);

/** Returns what is wrong with an answer, in a sentence; undefined if nothing is. */
export type ProblemOf = (answer: string) => string | undefined;

/** Asks until the answer is right; an empty one accepts the proposal. */
export async function ask(question: string, proposal: string, problemOf: ProblemOf): Promise<string> {
  for (;;) {
    const answer = await askOnce(question, proposal);
    const problem = answer && problemOf(answer);
    if (!problem) return answer;
    console.log(problem);
  }
}

async function askOnce(question: string, proposal: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Exits with the code of a program that Ctrl+C ended.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const closed = once(terminal, 'close').then(() => {
    throw new Error('Nothing was written: the input ended.');
  });
  const typed = terminal.question(`${question}${proposal && ` (${proposal})`}: `);
  try {
    return (await Promise.race([typed, closed])).trim() || proposal;
  } finally {
    closed.catch(() => undefined);
    terminal.close();
  }
}
