/** The stand-in in the form of an Electron distribution, for electron-builder's `electronDist`. */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Quotes a path for the launcher, which is a POSIX shell script. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Writes a folder that electron-builder takes for an unpacked Electron: a program `electron`, `version`, `LICENSE`
 * and `resources`. The program starts the stand-in of this checkout on the `resources/app.asar` beside it.
 * Linux and macOS only: elsewhere Electron's own distribution is to be had.
 *
 * @param version Electron's, as electron-builder checks it
 */
export async function writeDistribution(folder: string, version: string): Promise<void> {
  if (process.platform === 'win32') throw new Error('stand-in: a distribution on Windows is not implemented');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'resources'), { recursive: true });
  await writeFile(join(folder, 'version'), version);
  await writeFile(join(folder, 'LICENSE'), 'The stand-in of Holdfast, for development only.\n');
  const cli = join(import.meta.dirname, 'cli.ts');
  const launcher = [
    '#!/bin/sh',
    'HOLDFAST_STANDIN_EXECUTABLE="$(cd "$(dirname "$0")" && pwd)/$(basename "$0")"',
    'export HOLDFAST_STANDIN_EXECUTABLE',
    `exec ${quoted(process.execPath)} ${quoted(cli)} "$@"`,
    '',
  ];
  const program = join(folder, 'electron');
  await writeFile(program, launcher.join('\n'));
  await chmod(program, 0o755);
}
