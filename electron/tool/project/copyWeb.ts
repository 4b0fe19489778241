/** Copies a web build into the app folder. */
import { type Dirent, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside } from '../../protocol/files.ts';

/**
 * Copies regular files only. A symbolic link to a file of the build becomes that file; any other link is refused,
 * because an installer would contain its target, such as a key.
 * @param command what makes the build, for messages
 * @param isRepository whether it is the app's whole repository, of which hidden files and packages stay behind
 * @throws Error that names the file or folder, and what to do
 */
export async function copyWeb(
  from: string,
  to: string,
  command?: string,
  isRepository = false,
): Promise<void> {
  const make = command ? `run "${command}"` : 'run your own build';
  const root = await realpath(from).catch((cause) => {
    throw new Error(`web.build: ${from} does not exist: ${make}.`, { cause });
  });
  if (!(await stat(root)).isDirectory()) throw new Error(`web.build: ${from} is not a folder.`);
  async function copy(folder: string): Promise<void> {
    await mkdir(join(to, folder), { recursive: true });
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      if (isRepository && /^(?:\.|node_modules$|holdfast\.config\.)/.test(entry.name)) continue;
      const name = join(folder, entry.name);
      if (entry.isDirectory()) await copy(name);
      else await copyFile(await fileOf(root, name, entry), join(to, name));
    }
  }
  await copy('');
  if (!existsSync(join(to, 'index.html'))) throw new Error(`web.build: ${from} has no index.html: ${make}.`);
}

/** Returns the regular file that an entry is, or links to. */
async function fileOf(root: string, name: string, entry: Dirent): Promise<string> {
  const path = join(root, name);
  if (entry.isFile()) return path;
  if (!entry.isSymbolicLink())
    throw new Error(`web.build: ${path} is neither a file nor a folder. Remove it.`);
  const target = await realpath(path).catch(() => undefined);
  if (target && isInside(root, target) && (await stat(target)).isFile()) return target;
  throw new Error(
    `web.build: ${path} is a link to ${target ?? 'nothing'}, which is not a file of the build. Remove it, or put the file there.`,
  );
}
