/** The web app's answers that the app keeps on disk. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The times in a file's first line. */
const TIMES = ['savedAt', 'checkedAt', 'expiresAt'];

/**
 * Ages all stored answers by `ms`. The app must not be running.
 * @returns the number of answers
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
