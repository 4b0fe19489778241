/** Copies a web build into the app folder. */
import { type Dirent, existsSync, globSync } from 'node:fs';
import { copyFile, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isInside } from '../../protocol/files.ts';
import { ROUTERS } from './webRouting.policy.ts';

/** Of a whole repository: hidden files, packages, and what is the tool's. */
const LEFT_OUT = /^(?:\.|node_modules$|holdfast\.config\.)/;

/**
 * Copies regular files only. A symbolic link to a file or folder of the build becomes what it leads to; any other link is
 * refused, because an installer would contain its target, such as a key.
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
  const make = command ? `run "${command}"` : 'run your own build, or name its folder in holdfast.config.ts';
  const root = await realpath(from).catch((cause) => {
    throw new Error(`web.build: ${from} does not exist: ${make}.`, { cause });
  });
  if (!(await stat(root)).isDirectory()) throw new Error(`web.build: ${from} is not a folder.`);
  const isLeftOut = (path: string) =>
    isRepository &&
    relative(root, path)
      .split(sep)
      .some((name) => LEFT_OUT.test(name));
  /** @param above the folders that are being copied: a link to one of them has no end */
  async function copy(folder: string, copied: string, above: readonly string[]): Promise<void> {
    await mkdir(copied, { recursive: true });
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (isLeftOut(path)) continue;
      const target = await targetOf(path, entry);
      const isOwn = target !== undefined && isInside(root, target) && !isLeftOut(target);
      if (!isOwn || above.includes(target))
        throw new Error(
          `web.build: ${path} is a link to ${target ?? 'nothing'}, which is not of the build. Remove it, or put the file there.`,
        );
      const name = join(copied, entry.name);
      if ((await stat(target)).isDirectory()) await copy(target, name, [...above, target]);
      else await copyFile(target, name);
    }
  }
  await copy(root, to, [root]);
  if (['index.html', ...ROUTERS].some((name) => existsSync(join(to, name)))) return;
  const [other] = globSync('**/*.html', { cwd: to }).sort((one, two) => one.length - two.length);
  const advice = other
    ? `the window opens there first. It has ${other}: let "web.buildCommand" also write an index.html that leads to it`
    : make;
  throw new Error(`web.build: ${from} has no index.html: ${advice}.`);
}

/** Returns the file or folder that an entry is, or links to; undefined if it leads nowhere. */
async function targetOf(path: string, entry: Dirent): Promise<string | undefined> {
  if (entry.isFile() || entry.isDirectory()) return path;
  if (entry.isSymbolicLink()) return await realpath(path).catch(() => undefined);
  throw new Error(`web.build: ${path} is neither a file nor a folder. Remove it.`);
}
