import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import {
  MANIFEST_GLOBAL,
  makeManifest,
  type PageFile,
  readPages,
} from '../../../renderer/routes/manifest.ts';

const ID = 'virtual:routes';
const RESOLVED = `\0${ID}`;

/** The module that makes the router from a list of pages. */
const ROUTER = resolve(import.meta.dirname, '../../../renderer/routes/router.tsx');

/** Names another folder of pages than renderer/pages, relative to where the build is started. */
const PAGES_VARIABLE = 'HOLDFAST_PAGES';

/**
 * Finds the pages and makes `virtual:routes` (see renderer/routes/routes.d.ts). A set of routes that cannot be
 * fails the build with the reason and the files.
 *
 * @param options.pages the folder of pages. By default what HOLDFAST_PAGES names, else `pages` in Vite's root,
 *   which need not exist.
 */
export function routes(options: { pages?: string } = {}): Plugin {
  const named = options.pages ?? process.env[PAGES_VARIABLE];
  let folder = '';
  return {
    name: 'holdfast:routes',
    configResolved(config) {
      folder = named ? resolve(named) : join(config.root, 'pages');
    },
    onLog(_level, log) {
      // react-router marks its modules for servers that divide components; nothing here does.
      if (log.code === 'MODULE_LEVEL_DIRECTIVE' && log.id?.includes('react-router')) return false;
    },
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return;
      const pages = findPages(folder, named === undefined);
      return routesModule(pages, folder);
    },
  };
}

/**
 * The pages of a folder, in the order in which their routes are tried.
 * @param mayBeAbsent whether a folder that does not exist has no pages
 * @throws RouteError if the routes cannot stand together; Error if the folder cannot be read
 */
export function findPages(folder: string, mayBeAbsent: boolean): PageFile[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (cause) {
    if (mayBeAbsent && (cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(`The folder of pages, ${folder}, cannot be read.`, { cause });
  }
  const files = entries
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ entry, path }) => entry.isFile() || (entry.isSymbolicLink() && statSync(path).isFile()))
    .map(({ path }) => relative(folder, path).split(sep).join('/'));
  return readPages(files.sort());
}

/** The source of `virtual:routes`. */
function routesModule(pages: readonly PageFile[], folder: string): string {
  const manifest = JSON.stringify(makeManifest(pages.map(({ path }) => path)));
  const lines = [`globalThis[${JSON.stringify(MANIFEST_GLOBAL)}] = ${JSON.stringify(manifest)};`];
  if (pages.length === 0) {
    lines.push('export const loadRouter = undefined;');
  } else {
    lines.push('const pages = [');
    for (const { file, path } of pages) {
      const source = JSON.stringify(join(folder, file).split(sep).join('/'));
      lines.push(`  { path: ${JSON.stringify(path)}, load: () => import(${source}) },`);
    }
    lines.push(
      '];',
      `export const loadRouter = () => import(${JSON.stringify(ROUTER.split(sep).join('/'))})`,
      '  .then(({ createPages }) => createPages(pages))',
      '  .then((Pages) => ({ default: Pages }));',
    );
  }
  return lines.join('\n');
}
