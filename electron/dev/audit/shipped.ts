/** Which packages ship: those whose modules are in the bundles, and Electron itself. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createBuilder, type Plugin } from 'vite';

const project = join(import.meta.dirname, '..', '..', '..');

/** Versions by the name of the package; several where several ship. */
export type Packages = Readonly<Record<string, readonly string[]>>;

/**
 * Where in the lock file a module's package is, e.g. `node_modules/a/node_modules/@b/c`; undefined for the project's
 * own.
 * @param id as a bundler has it: an absolute path with slashes, maybe with a query
 */
export function lockPath(id: string, root: string): string | undefined {
  const path = relative(root, id.replace(/^\0/, '').replace(/\?.*$/, '')).replaceAll('\\', '/');
  return /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/** Builds everything once more, into nothing that stays, and notes which modules get in. */
async function bundledModules(): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const note: Plugin = {
    name: 'holdfast-audit',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const inside = file.type === 'chunk' ? Object.keys(file.modules) : file.originalFileNames;
        for (const id of inside) ids.add(id);
      }
    },
  };
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-audit-'));
  try {
    const into = (name: string) => ({ build: { outDir: join(folder, name), sourcemap: false } });
    const builder = await createBuilder({
      configFile: join(project, 'vite.config.ts'),
      logLevel: 'error',
      plugins: [note],
      environments: { client: into('renderer'), main: into('main'), preload: into('preload') },
    });
    await builder.buildApp();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return ids;
}

/**
 * Looks packages up in a lock file.
 * @throws Error that names a package which the lock file does not have
 */
export function versionsOf(paths: Iterable<string>, lock: string): Packages {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version?: string; name?: string }> };
  const found: Record<string, string[]> = {};
  for (const path of new Set(paths)) {
    const { version, name = path.slice(path.lastIndexOf('node_modules/') + 13) } = packages[path] ?? {};
    if (!version) throw new Error(`package-lock.json has no ${path}; run npm install`);
    found[name] = [...new Set([...(found[name] ?? []), version])];
  }
  return found;
}

/** What ships from this checkout, in the versions of its lock file. */
export async function shippedPackages(): Promise<Packages> {
  const paths = ['node_modules/electron'];
  for (const id of await bundledModules()) {
    const path = lockPath(id, project);
    if (path) paths.push(path);
  }
  return versionsOf(paths, await readFile(join(project, 'package-lock.json'), 'utf8'));
}
