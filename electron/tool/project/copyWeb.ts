/** Copies a web build into the app folder. */
import { type Dirent, existsSync, globSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isInside } from '../../common/files.ts';
import { eachOf } from './eachOf.ts';
import { ROUTERS } from './webRouting.policy.ts';

const MOST_SAID = 3;

/** Of a whole repository: hidden files, packages, and what is the tool's. */
const LEFT_OUT = /^(?:\.|node_modules$|holdfast\.config\.)/;

/** What tells a changed file from an unchanged one, by name in the build: no writer can set a file's time of change. */
export type Stamps = Readonly<Record<string, string>>;

export interface CopyOptions {
  command?: string | undefined;
  /** Whether something else than a file says what is opened first. */
  hasStart?: boolean;
  /** Whether it is the app's whole repository, of which hidden files and packages stay behind. */
  isRepository?: boolean;
  /** An earlier copy, whose files serve again where the build's have not changed since. */
  before?: { folder: string; stamps: Stamps } | undefined;
  counted?(files: number): void;
}

/**
 * Copies regular files only. A symbolic link to a file or folder of the build becomes what it leads to; any other link is
 * refused, because an installer would contain its target, such as a key.
 */
export async function copyWeb(
  from: string,
  to: string,
  { command, hasStart = false, isRepository = false, before, counted }: CopyOptions = {},
): Promise<Stamps> {
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
  const found: { name: string; target: string; stamp: string }[] = [];
  /** @param above the folders that are being listed: a link to one of them has no end */
  async function list(folder: string, name: string, above: readonly string[]): Promise<void> {
    await mkdir(join(to, name), { recursive: true });
    const entries = await readdir(folder, { withFileTypes: true });
    await eachOf(entries, async (entry) => {
      const path = join(folder, entry.name);
      if (isLeftOut(path)) return;
      const target = await targetOf(path, entry);
      const isOwn = target !== undefined && isInside(root, target) && !isLeftOut(target);
      if (!isOwn || above.includes(target)) {
        strange.push(`${path} is a link to ${target ?? 'nothing'}`);
        return;
      }
      const own = join(name, entry.name);
      const about = await stat(target);
      if (about.isDirectory()) return await list(target, own, [...above, target]);
      const stamp = [about.size, about.mtimeMs, about.ctimeMs, about.ino].join(' ');
      found.push({ name: own.replaceAll(sep, '/'), target, stamp });
    });
  }
  const strange: string[] = [];
  await list(root, '', [root]);
  if (strange.length > 0) throw new Error(`web.build: ${aboutLinks(strange.sort())}, or put the file there.`);
  counted?.(found.length);
  await eachOf(found, async ({ name, target, stamp }) => {
    const copy = join(to, name);
    const isSame = before?.stamps[name] === stamp;
    // Where there are no hard links, or no earlier copy any more.
    const isLinked =
      isSame &&
      (await link(join(before.folder, name), copy).then(
        () => true,
        () => false,
      ));
    if (!isLinked) await copyFile(target, copy);
  });
  if (!hasStart) checkStart(to, from, make);
  return Object.fromEntries(found.map(({ name, stamp }) => [name, stamp]));
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

/** Returns the file or folder that an entry is, or links to; undefined if it leads nowhere. */
async function targetOf(path: string, entry: Dirent): Promise<string | undefined> {
  if (entry.isFile() || entry.isDirectory()) return path;
  if (entry.isSymbolicLink()) return await realpath(path).catch(() => undefined);
  throw new Error(`web.build: ${path} is neither a file nor a folder. Remove it.`);
}

/** Names all of them at once: each would take another try. */
function aboutLinks(links: readonly string[]): string {
  const more = links.length > MOST_SAID ? `, and ${links.length - MOST_SAID} more such links` : '';
  const what =
    links.length > 1 ? 'which are not of the build. Remove them' : 'which is not of the build. Remove it';
  return `${links.slice(0, MOST_SAID).join(', ')}${more}, ${what}`;
}
