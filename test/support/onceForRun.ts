/** What several test files need and takes long to make: the first that asks makes it, whichever worker runs it. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Resolves to a folder that is there until the run of tests ends, and is not to be changed.
 * @param name of the folder, by which two files mean the same
 * @param make fills it
 * @throws Error with what `make` threw, to whoever asks
 */
export async function onceForRun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const run = process.env.TEST_RUN;
  if (!run) throw new Error('Only a file of the end-to-end tests can share something with others.');
  const folder = join(run, name);
  const outcome = `${folder}.outcome`;
  // Without `recursive`, or a second one would be first as well.
  const isFirst = await mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'EEXIST' && Promise.reject(error),
  );
  if (isFirst) {
    const problem = await make(folder).then(() => '', String);
    await writeFile(`${outcome}.new`, problem);
    await rename(`${outcome}.new`, outcome);
  }
  while (!existsSync(outcome)) await pause(50);
  const problem = await readFile(outcome, 'utf8');
  if (problem) throw new Error(problem);
  return folder;
}
