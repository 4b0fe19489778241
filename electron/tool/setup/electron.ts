/** Finds the Electron for development and tests: an installed one, a download, or an older one from npm. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { FOR_TESTS, isWhole, NPM_VERSION, NPM_YEAR, takeFromNpm } from './electronFromNpm.ts';
import { holdfastFolder, readPackage } from './packages.ts';
import { run, step } from './programs.mjs';

const holdfast = holdfastFolder();
const NPM_NAME = `electron-${NPM_VERSION}`;
/** An installed Holdfast never writes into `node_modules`. A checkout of it is used on its own. */
const cache = () => (/[\\/]node_modules[\\/]/.test(holdfast) ? userCache() : join(holdfast, '.cache'));

/** A user's folder for data that can be downloaded again: relative paths must be ignored (XDG Base Directory Specification). */
function userCache({ XDG_CACHE_HOME: given = '' } = process.env): string {
  return join(isAbsolute(given) ? given : join(homedir(), '.cache'), 'holdfast');
}
const electronPackage = dirname(createRequire(import.meta.url).resolve('electron/package.json'));

export interface Electron {
  /** The folder of an unpacked Electron, in electron-builder's format. */
  dist: string;
  program: string;
  version: string;
  /** Whether it is the older one from npm, which is never released. */
  isForTests: boolean;
}

/** How long a failed download is remembered, in ms. */
const REMEMBER_MS = 24 * 60 * 60 * 1000;
/** Time limits in ms for the first byte, and for about 110 MB in total. */
const FIRST_BYTE_MS = 20_000;
const FETCH_MS = 15 * 60 * 1000;

const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64';

/** Returns the Electron on this machine. */
export function localElectron(): Electron | undefined {
  const own = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!own) return installed() ?? (isLinuxX64 ? fromNpm() : undefined);
  const found = electronIn(resolve(own));
  if (found) return found;
  throw new Error(`ELECTRON_OVERRIDE_DIST_PATH: no Electron in ${own}. Name another folder, or unset it.`);
}

/** Finds Electron, and downloads it if there is none. @throws Error that names every way to get one */
export async function findElectron(): Promise<Electron> {
  const local = localElectron();
  if (local && (process.env.ELECTRON_OVERRIDE_DIST_PATH || local.version === wanted())) return local;
  const found = (await fetched()) ? installed() : local;
  if (found) return found;
  const dist = join(cache(), NPM_NAME);
  const reason = isLinuxX64 ? await takeFromNpm(dist).then(() => '', String) : '';
  const taken = isLinuxX64 && !reason && electronIn(dist);
  if (taken) return taken;
  throw new Error(
    `There is no Electron ${wanted()} here, and it could not be fetched${reason && ` (${reason})`}. ${HELP}`,
  );
}

const HELP = `One of these helps:
- a mirror within reach: ELECTRON_MIRROR=<url>
- an unpacked Electron on this machine: ELECTRON_OVERRIDE_DIST_PATH=<its folder>
- a network that reaches github.com: node ${JSON.stringify(join(electronPackage, 'install.js'))}`;

/** Warns if the Electron from npm replaces the required one. */
export function tellOld({ isForTests }: Electron): void {
  if (!isForTests) return;
  console.error(
    `notice: This is Electron ${NPM_VERSION} of ${NPM_YEAR}, from another product's npm package, because Electron ${wanted()} could not be downloaded.
It is only for a first look: it lacks later security fixes, and an installer made with it is named -for-tests. ${HELP}`,
  );
}

/** The installed version of the npm package, which is the one to release. */
export const wanted = (): string => readPackage(electronPackage).version ?? '';

const PROGRAMS = new Map<string, string>([
  ['darwin', 'Electron.app/Contents/MacOS/Electron'],
  ['win32', 'electron.exe'],
]);

function electronIn(dist: string): Electron | undefined {
  const program = join(dist, PROGRAMS.get(process.platform) ?? 'electron');
  if (!existsSync(program)) return undefined;
  // Releases have a file with their version; custom builds may not.
  const told = existsSync(join(dist, 'version')) && readFileSync(join(dist, 'version'), 'utf8').trim();
  const version = told ? told.replace(/^v/, '') : 'of unknown version';
  return { dist, program, version, isForTests: existsSync(join(dist, FOR_TESTS)) };
}

/** Returns the Electron in the cache, unless it was changed since it was taken from npm. */
function fromNpm(): Electron | undefined {
  const dist = join(cache(), NPM_NAME);
  if (!existsSync(dist) || isWhole(dist)) return electronIn(dist);
  console.error(`notice: ${dist} was changed since it was unpacked, and is not run.`);
  return undefined;
}

/** Returns the Electron in the npm package if it is complete: its installer writes path.txt last. */
function installed(): Electron | undefined {
  if (!existsSync(join(electronPackage, 'path.txt'))) return undefined;
  const found = electronIn(join(electronPackage, 'dist'));
  return found?.version === wanted() ? found : undefined;
}

const isEmpty = (folder: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .every(({ parentPath, name }) => !statSync(join(parentPath, name), { throwIfNoEntry: false })?.size);

/** Tries once to download it with the package's own installer, which honours ELECTRON_MIRROR. */
async function fetched(): Promise<boolean> {
  const folder = cache();
  const mark = join(folder, 'electron-not-fetched');
  const attempt = `${wanted()} ${process.env.ELECTRON_MIRROR ?? ''}`;
  // biome-ignore lint/plugin: the file's time is the wall clock's
  const isFresh = existsSync(mark) && Date.now() - statSync(mark).mtimeMs < REMEMBER_MS;
  if (isFresh && readFileSync(mark, 'utf8') === attempt) return false;
  const scratch = join(folder, `electron-fetch.${process.pid}`);
  await mkdir(scratch, { recursive: true }).catch((cause) => {
    throw new Error(`${folder} cannot be written: name another cache in XDG_CACHE_HOME.`, { cause });
  });
  // It downloads to the temporary folder.
  const temporary = { TMPDIR: scratch, TEMP: scratch, TMP: scratch };
  // npm passes on what an .npmrc of the app's repository says. That may name a mirror, but not the sums of its files.
  const sums = { npm_config_electron_use_remote_checksums: undefined };
  const env = { ...process.env, ...temporary, ...sums, ELECTRON_GET_NO_PROGRESS: '1' };
  const silent = new AbortController();
  const start = setTimeout(() => isEmpty(scratch) && silent.abort(), FIRST_BYTE_MS);
  const limits = { signal: silent.signal, timeout: FETCH_MS, killSignal: 'SIGKILL' } as const;
  const fetching = () =>
    run(process.execPath, [join(electronPackage, 'install.js')], { stdio: 'ignore', env, ...limits });
  const code = await step(`setup: downloading electron ${wanted()}`, fetching).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  clearTimeout(start);
  rmSync(scratch, { recursive: true, force: true });
  if (code === 0) return true;
  await writeFile(mark, attempt);
  console.error(
    'setup: electron could not be downloaded; the next attempt is in a day, or with another ELECTRON_MIRROR',
  );
  return false;
}
