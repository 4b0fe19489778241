import { existsSync, globSync, realpathSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isInside } from '../../common/files.ts';
import { ROUTERS } from './webRouting.policy.ts';

/** Of a whole repository: hidden files, packages, and what is the tool's. */
const LEFT_OUT = /^(?:\.|node_modules$|holdfast\.config\.)/;

interface CopyOptions {
  command?: string | undefined;
  /** Whether something else than a file says what is opened first. */
  hasStart?: boolean;
  /** Whether it is the app's whole repository, of which hidden files and packages stay behind. */
  isRepository?: boolean;
}

/**
 * Copies a web build. A symbolic link to a file or folder of the build becomes what it leads to; any other link is refused,
 * because an installer would contain its target, such as a key.
 */
export async function copyWeb(
  from: string,
  to: string,
  { command, hasStart = false, isRepository = false }: CopyOptions = {},
): Promise<void> {
  const make = command ? `run "${command}"` : 'run your own build, or name its folder in holdfast.config.ts';
  const root = await realpath(from).catch((cause) => {
    throw new Error(`web.build: ${from} does not exist: ${make}.`, { cause });
  });
  if (!statSync(root).isDirectory()) throw new Error(`web.build: ${from} is not a folder.`);
  const partsOf = (path: string) => relative(root, path).split(sep);
  const isLeftOut = (path: string) => isRepository && partsOf(path).some((name) => LEFT_OUT.test(name));
  const strange: string[] = [];
  /** @param around the real folders around it: a link to one of them has no end */
  async function copy(folder: string, into: string, around: readonly string[]): Promise<void> {
    await mkdir(into, { recursive: true });
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (isLeftOut(path)) continue;
      const target = targetOf(path);
      const isOwn = target !== undefined && isInside(root, target) && !isLeftOut(target);
      if (!isOwn || around.includes(target)) strange.push(`${path} is a link to ${target ?? 'nothing'}`);
      else if (statSync(target).isDirectory()) await copy(path, join(into, entry.name), [...around, target]);
      else await copyFile(target, join(into, entry.name));
    }
  }
  await copy(root, to, [root]);
  // All at once: each would take another try.
  if (strange.length > 0)
    throw new Error(
      `web.build: ${strange.length} of its links lead to what is not of the build: ${strange.sort().slice(0, 3).join(', ')}${strange.length > 3 ? ' …' : ''}. Remove them, or put the files there.`,
    );
  if (!hasStart) checkStart(to, from, make);
}

function targetOf(link: string): string | undefined {
  try {
    return realpathSync.native(link);
  } catch {
    return undefined;
  }
}

/** @throws Error if there is nothing to open first */
function checkStart(copy: string, from: string, make: string): void {
  if (['index.html', ...ROUTERS].some((name) => existsSync(join(copy, name)))) return;
  const [other] = globSync('**/*.html', { cwd: copy }).sort((one, two) => one.length - two.length);
  const advice = other
    ? `the window opens there first. It has ${other}: let "web.buildCommand" also write an index.html that leads to it`
    : make;
  throw new Error(`web.build: ${from} has no index.html: ${advice}.`);
}
