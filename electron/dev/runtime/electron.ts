/** The Electron on this machine, and one attempt to fetch it. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../setup/failure.mjs';
import { run, stopSignal } from '../setup/run.mjs';
import { root } from './cache.ts';
import { type Found, giveUpFetch } from './decide.ts';

export const electronPackage = join(root, 'node_modules', 'electron');

/** Electron's program below the folder that it was unpacked into. */
export function programPath(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/** The version of Electron that the project wants: that of the npm package. */
export function wantedElectron(folder: string): string {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

/**
 * The Electron that is there: in the folder that ELECTRON_OVERRIDE_DIST_PATH names, else in the npm package, whole
 * and of the package's version.
 * @param folder the npm package
 * @throws Failure when ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron
 */
export function electronHere(
  folder: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Found | undefined {
  const program = programPath(platform);
  const own = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (own) {
    const path = resolve(own, program);
    if (existsSync(path)) return { path, version: versionIn(own) ?? 'of unknown version' };
    throw new Failure(
      `ELECTRON_OVERRIDE_DIST_PATH: there is no ${program} in ${own}.`,
      'Let it name the folder of an unpacked Electron, or unset it.',
    );
  }
  const dist = join(folder, 'dist');
  const path = join(dist, program);
  const version = wantedElectron(folder);
  // The package writes path.txt last: without it an unpacking was broken off.
  const isWhole = textOf(join(folder, 'path.txt')) === program && versionIn(dist) === version;
  return isWhole && existsSync(path) ? { path, version } : undefined;
}

/** What an attempt to fetch depends on: the version and the mirror, by the names that Electron's package reads. */
export function fetchKey(version: string, env: NodeJS.ProcessEnv): string {
  const mirror =
    env.npm_config_electron_mirror ||
    env.NPM_CONFIG_ELECTRON_MIRROR ||
    env.npm_package_config_electron_mirror ||
    env.ELECTRON_MIRROR;
  return `${version} from ${mirror || 'the usual place'}`;
}

/**
 * Runs `install-electron` once, as long as bytes come.
 * @returns why it failed; undefined when it did not
 */
export async function fetchElectron(
  folder: string,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<string | undefined> {
  // Its download goes to a folder of its own, so that its growth can be seen from here.
  const scratch = join(root, '.cache', 'electron-download');
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const what = `fetching electron ${wantedElectron(folder)}`;
  const started = Date.now();
  let [size, grewAt, toldAt] = [0, started, started];
  let reason: string | undefined;
  let child: ChildProcess | undefined;
  say(`${what} ...`);
  const watch = setInterval(() => {
    const now = Date.now();
    const grown = sizeOf(scratch) + sizeOf(join(folder, 'dist'));
    if (grown !== size) [size, grewAt] = [grown, now];
    reason = giveUpFetch(now - started, now - grewAt);
    if (reason) child?.kill('SIGKILL');
    if (now - toldAt < 3_000) return;
    toldAt = now;
    say(`${what}: ${Math.round(size / 1e6)} MB, ${Math.round((now - started) / 1000)} s`);
  }, 500);
  try {
    const { code, output } = await run(process.execPath, [join(folder, 'install.js')], {
      env: { ...env, TMPDIR: scratch, TEMP: scratch, TMP: scratch, ELECTRON_GET_NO_PROGRESS: '1' },
      onStart: (started) => {
        child = started;
      },
    });
    if (stopSignal()) throw new Failure('Stopped while Electron was fetched.');
    return code === 0 ? undefined : (reason ?? output.match(/\w*Error: .*/)?.[0] ?? `exit code ${code}`);
  } finally {
    clearInterval(watch);
    rmSync(scratch, { recursive: true, force: true });
  }
}

const versionIn = (dist: string) => textOf(join(dist, 'version'))?.replace(/^v/, '');

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);

/** Bytes of all files under a folder, while another process writes and deletes there. */
function sizeOf(folder: string): number {
  return namesIn(folder).reduce((sum, name) => {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return sum + (stats?.isDirectory() ? sizeOf(path) : (stats?.size ?? 0));
  }, 0);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
