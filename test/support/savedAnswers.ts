/** What the app keeps on disk of the web app's answers (electron/protocol/data/store.ts). */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The times in the first line of a file. */
const TIMES = ['savedAt', 'checkedAt', 'expiresAt'];

/**
 * Makes all that is kept older, as if so many milliseconds had passed. The app must not run.
 * @returns how many answers there are
 */
export async function makeOlder(userData: string, milliseconds: number): Promise<number> {
  let files = 0;
  for (const name of ['page-data', 'images']) {
    const entries = await readdir(join(userData, name), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name);
      const file = await readFile(path);
      const end = file.indexOf('\n');
      const head = JSON.parse(file.toString('utf8', 0, end));
      for (const time of TIMES) if (time in head.meta) head.meta[time] -= milliseconds;
      await writeFile(path, Buffer.concat([Buffer.from(JSON.stringify(head)), file.subarray(end)]));
      files++;
    }
  }
  return files;
}
