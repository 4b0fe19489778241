/** Builds what several test files share once: the first to ask makes it, in whichever worker. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Resolves to a folder that lasts for the whole run. Do not change it.
 * @param name names the folder; the same name is the same folder
 * @param make fills it
 * @throws Error with what `make` threw, for every caller
 */
export async function onceForRun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const run = process.env.TEST_RUN;
  if (!run) throw new Error('Only a file of the end-to-end tests can share something with others.');
  const folder = join(run, name);
  const outcome = `${folder}.outcome`;
  // Not `recursive`: then a second caller would also be the first.
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
