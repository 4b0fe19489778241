/**
 * `npm run dist`: this system's installers. Linux: AppImage, deb and rpm; Windows: an NSIS installer; macOS: dmg and
 * zip for both processors.
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Arch } from 'electron-builder';
import { type Electron, findElectron, project } from '../electron.ts';
import { Failure, messageOf } from '../setup/failure.mjs';
import { type Arguments, readArguments } from './arguments.ts';
import { endWithFailure, pack } from './pack.ts';

const TARGETS: Readonly<Partial<Record<NodeJS.Platform, string[]>>> = {
  linux: ['AppImage', 'deb', 'rpm'],
  win32: ['nsis'],
  darwin: ['dmg', 'zip'],
};

interface Order extends Omit<Arguments, 'output'> {
  electron: Electron;
  output: string;
}

function hasDpkgDeb(): boolean {
  try {
    execFileSync('dpkg-deb', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    // The answer is no: the caller says what follows from it.
    return false;
  }
}

/** The deb by dpkg-deb, which electron-builder takes for its fpm. */
async function packDeb({ electron, output, settings }: Order): Promise<string[]> {
  const launcher = join(project, '.cache', 'dpkg-deb-as-fpm');
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const command = [process.execPath, join(import.meta.dirname, 'deb.ts')].map(quoted).join(' ');
  await writeFile(launcher, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  process.env.CUSTOM_FPM_PATH = launcher;
  return await pack({ electron, output, settings, targets: ['deb'] });
}

async function packAll(order: Order): Promise<string[]> {
  const { electron, output, settings } = order;
  const targets = TARGETS[process.platform];
  if (!targets)
    throw new Failure(`There are no installers for ${process.platform}.`, 'npm run package packs a folder.');
  const canDeb = process.platform === 'linux' && hasDpkgDeb();
  if (order.deb || electron.isForTests) {
    if (!canDeb) {
      throw new Failure(
        'A deb alone, which is all that is made around an Electron for tests, needs Linux with dpkg-deb.',
        'Let Electron be had (ELECTRON_MIRROR, ELECTRON_OVERRIDE_DIST_PATH), or use npm run package.',
      );
    }
    console.log('dist: only the deb, by dpkg-deb.');
    return await packDeb(order);
  }
  try {
    const archs = process.platform === 'darwin' ? [Arch.x64, Arch.arm64] : undefined;
    return await pack({ electron, output, settings, targets, archs });
  } catch (error) {
    if (!canDeb) throw error;
    // The tools for AppImage, deb and rpm are fetched, which many networks block.
    console.error(`dist: electron-builder could not make ${targets.join(', ')}: ${(error as Error).message}`);
    console.log('dist: making the deb alone, by dpkg-deb.');
    endWithFailure();
    return await packDeb(order);
  }
}

try {
  const { output = join(project, '.build', 'dist'), ...rest } = readArguments(process.argv.slice(2));
  const files = await packAll({ electron: await findElectron(), output, ...rest });
  for (const file of files) console.log(`dist: ${relative(project, file)}`);
} catch (error) {
  console.error(messageOf(error, 'dist'));
  endWithFailure();
}
