/** What tests leave behind: it ends with their file, the newest first (unitSetup.ts, workerSetup.ts). */
const ends: (() => unknown)[] = [];

/** Has something done at the end of the file, even after it was done before. */
export const atEnd = (end: () => unknown): void => void ends.push(end);

/** @throws the first problem, once all has ended */
export async function endAll(): Promise<void> {
  const problems: unknown[] = [];
  for (let end = ends.pop(); end; end = ends.pop()) {
    try {
      await end();
    } catch (problem) {
      problems.push(problem);
    }
  }
  if (problems.length > 0) throw problems[0];
}
