/** The stand-in as one file of JavaScript: its 70 files of TypeScript take Node four times as long to start. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

/** Folders under electron/dev that the stand-in is made of. */
const FOLDERS = ['standin', 'runtime', 'setup'];
/** A bundle that nobody started for so long is removed, in milliseconds. */
const KEPT_MS = 24 * 3_600_000;

/** Tells one state of the sources from another: the newest change and the number of files. */
function stateOf(root: string): string {
  const folders = FOLDERS.map((name) => join(root, 'electron', 'dev', name));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const newest = Math.max(...files.map((file) => statSync(file).mtimeMs));
  return `${files.length}-${Math.floor(newest).toString(36)}`;
}

/**
 * Bundles the stand-in if it is not there as its sources are, in about 0.3 s.
 * @returns the path of the file that is to be started like cli.ts
 * @throws what Vite says when it cannot be bundled
 */
export async function bundledStandIn(root: string): Promise<string> {
  const folder = join(root, '.cache', 'standin');
  const file = join(folder, `cli-${stateOf(root)}.mjs`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const old = join(folder, name);
    if (statSync(old).mtimeMs < Date.now() - KEPT_MS) rmSync(old, { recursive: true, force: true });
  }
  const { build } = await import('vite');
  const fresh = mkdtempSync(join(folder, 'new-'));
  const { NODE_ENV } = process.env;
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['electron', 'original-fs'] },
    build: {
      ssr: join(root, 'electron', 'dev', 'standin', 'cli.ts'),
      outDir: fresh,
      target: 'node22',
      // Functions of it are injected into pages as their source text.
      minify: false,
      rolldownOptions: {
        external: ['electron', 'original-fs', /^node:/, ...builtinModules],
        output: { entryFileNames: 'cli.mjs', codeSplitting: false },
      },
    },
  });
  // Vite sets it where it was not set, and the app that is started would inherit it.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  // Another process may have been as quick: both files are the same.
  renameSync(join(fresh, 'cli.mjs'), file);
  rmSync(fresh, { recursive: true });
  return file;
}
