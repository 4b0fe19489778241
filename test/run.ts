/**
 * Runs the tests of `npm test`. In CI, whose shared machines may stall, an end-to-end file that fails is run once more,
 * whole and alone: its tests share an app, so a single one at a second try would meet what the first left. The output
 * names it.
 */
import { relative } from 'node:path';
import { startVitest, type Vitest } from 'vitest/node';

const root = `${import.meta.dirname}/..`;
/** More of them have another cause than a stalled machine. */
const MOST_FILES = 6;

/** @returns the files that have failed, by path; none if something else has failed */
function failedFiles({ state }: Vitest): string[] {
  const failed = state.getFiles().filter(({ result }) => result?.state === 'fail');
  const others =
    failed.some(({ projectName }) => projectName !== 'e2e') || state.getUnhandledErrors().length > 0;
  return others ? [] : failed.map(({ filepath }) => relative(root, filepath));
}

const options = { root, config: `${root}/vite.config.ts`, watch: false };
const first = await startVitest('test', process.argv.slice(2), {
  ...options,
  project: ['unit', 'sdk', 'e2e'],
});
const files = failedFiles(first);
await first.close();
if (process.env.CI && files.length > 0 && files.length <= MOST_FILES) {
  console.log(`Failed, and run once more, alone:\n${files.join('\n')}`);
  process.exitCode = 0;
  const second = await startVitest('test', files, { ...options, project: ['e2e'], fileParallelism: false });
  await second.close();
  if (process.exitCode === 0) console.log(`Passed at a second try:\n${files.join('\n')}`);
}
