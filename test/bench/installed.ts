/** Sides as installed apps: what a deb has, unpacked, with a side's app in it, started as its icon starts it. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { isOnPath } from '../../electron/tool/setup/display.ts';
import { PROJECT } from '../support/app.ts';
import { fromDebian, hasDebian } from '../support/debian.ts';
import type { Side } from './sides.ts';

/** Compressing as for a release takes minutes. */
const env = { ...process.env, DPKG_DEB_COMPRESSOR_LEVEL: '1' };
const run = promisify(execFile);
const ENTRY = 'usr/share/applications/holdfast.desktop';

/** The deb is undefined without dpkg-deb; `root` are its files as they lie on a system, or the packed app's folder. */
type Package = { deb?: string; root: string; archive: string };

/** Packs this repository's app as a deb and unpacks it. */
export async function makePackage(folder: string): Promise<Package> {
  const hasDpkg = isOnPath('dpkg-deb');
  const output = join(folder, 'dist');
  const kind = hasDpkg ? ['dist', '--deb'] : ['package'];
  await run(process.execPath, ['electron/tool/cli.ts', ...kind, `--output=${output}`], { cwd: PROJECT, env });
  const find = async (root: string, end: string) => {
    const name = (await readdir(root, { recursive: true })).find((one) => one.endsWith(end));
    if (!name) throw new Error(`There is no ${end} in ${root}.`);
    return join(root, name);
  };
  if (!hasDpkg) return { root: output, archive: await find(output, 'app.asar') };
  const [deb, root] = [await find(output, '.deb'), join(folder, 'root')];
  await run('dpkg-deb', ['--raw-extract', deb, root]);
  return { deb, root, archive: await find(root, 'app.asar') };
}

/** Builds the package anew from its unpacked files, with another app in it. */
export async function repack({ root, archive }: Package, app: string): Promise<string> {
  const deb = `${root}.deb`;
  await createPackage(app, archive);
  await run('dpkg-deb', ['--build', root, deb], { env });
  return deb;
}

/** What the icon of an unpacked package starts. */
async function programOf(root: string): Promise<string> {
  const exec = /^Exec=(\S+) %U$/m.exec(await readFile(join(root, ENTRY), 'utf8'))?.[1];
  if (!exec) throw new Error(`${ENTRY} starts nothing.`);
  return join(root, exec);
}

/**
 * Puts a side's app into a copy of the unpacked package, whose other files are the same on the disk.
 * @param isBare whether its page is a file, as which Holdfast's package loads none
 */
export async function install(side: Side, from: Package, target: string, isBare: boolean): Promise<Side> {
  const { root, archive } = from;
  await run('cp', ['--archive', '--link', root, target]);
  const app = await mkdtemp(`${target}-app-`);
  const isOwn = (path: string) => !/[\\/](?:node_modules|timed\.cjs)$/.test(path);
  await cp(side.folder, app, { recursive: true, filter: isOwn });
  const manifest = join(app, 'package.json');
  const parts = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, JSON.stringify({ ...parts, main: side.main }));
  const own = archive.replace(root, target);
  await rm(own);
  await createPackage(app, own);
  const program = await programOf(target);
  if (isBare) {
    await rm(program);
    await cp(await programOf(root), program);
    const fuses = { [FuseV1Options.GrantFileProtocolExtraPrivileges]: true };
    await flipFuses(program, { version: FuseVersion.V1, ...fuses });
  }
  return { ...side, program };
}

/** Debian's Chromium, unpacked, with an app's window for an address; undefined where there is none. */
export async function chromiumWindow(address: string, shows: string): Promise<Side | undefined> {
  if (!hasDebian()) return undefined;
  const root = await fromDebian('chromium');
  const all = await readdir(join(root, 'usr/lib'), { recursive: true, withFileTypes: true });
  const folders = new Set(all.filter(({ name }) => /\.so\b/.test(name)).map(({ parentPath }) => parentPath));
  return {
    ...{ folder: root, main: '', shows, program: join(root, 'usr/lib/chromium/chromium') },
    args: [`--app=${address}`, '--no-first-run'],
    env: { LD_LIBRARY_PATH: [...folders].join(':') },
  };
}
