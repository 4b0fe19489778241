/** The pages of this repository's router: which files are pages, and in which order their routes are tried. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { getSortedRoutes } from 'next/dist/shared/lib/router/utils/sorted-routes.js';
import type { Plugin } from 'vite';
import { MANIFEST_GLOBAL, makeManifest } from '../../../renderer/routes/manifest.ts';
import { PAGE_LIST } from '../../shared/channels.ts';
import { holdfastFolder } from '../setup/packages.ts';
import { PAGES_VARIABLE } from './rendererBuild.ts';

const ID = 'virtual:routes';
const RENDERER = join(holdfastFolder(), 'renderer');
const ROUTER = join(RENDERER, 'routes', 'router.tsx');
const STYLES = join(RENDERER, 'routes', 'pages.css');

/**
 * Finds the pages and generates `virtual:routes` (see renderer/routes/routes.d.ts) and the list of pages for main.
 * Invalid routes fail the build with the reason and the files. The folder is HOLDFAST_PAGES, else renderer/pages, which
 * need not exist.
 */
export function routes(): Plugin {
  const named = process.env[PAGES_VARIABLE];
  const folder = named ? resolve(named) : join(RENDERER, 'pages');
  if (named && !existsSync(folder)) throw new Error(`The pages folder ${folder} does not exist.`);
  return {
    name: 'holdfast:routes',
    config: () => ({
      resolve: {
        // From Vite's root: a second React breaks every hook.
        dedupe: ['react', 'react-dom', 'react-router'],
        alias: [
          { find: /^@\//, replacement: `${dirname(folder)}/` },
          { find: 'holdfast/telemetry', replacement: join(RENDERER, 'telemetry', 'index.ts') },
          { find: 'holdfast/data', replacement: join(RENDERER, 'data', 'pageModule.ts') },
        ],
      },
    }),
    onLog(_level, log) {
      // react-router's modules have directives for server components, which are not used here.
      if (log.code === 'MODULE_LEVEL_DIRECTIVE' && log.id?.includes('react-router')) return false;
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? routesModule(findFiles(folder), folder) : undefined),
    generateBundle() {
      if (this.environment.name !== 'client') return;
      // The pages in matching order.
      const pages = readPages(findFiles(folder)).map(({ path }) => ({ path }));
      this.emitFile({ type: 'asset', fileName: PAGE_LIST, source: JSON.stringify(pages) });
    },
  };
}

/** Returns the files in a pages folder, which need not exist, sorted. */
export const findFiles = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.split(sep).join('/'))
    .sort();

/** A page: its file, relative to the pages folder with `/` separators, and its route, such as `/blog/[id]`. */
interface PageFile {
  file: string;
  path: string;
}

const PAGE = /\.(?:tsx|jsx|ts|js)$/;
const NOT_A_PAGE = /\.(?:test|spec|d)\.\w+$/;

/**
 * Returns the route of a file in the pages folder, or undefined if it is not a page. Not pages: tests, declarations, files
 * and folders whose names begin with `_` or `.`, and `404` and `api`, which the framework reserves.
 */
export function routeOf(file: string): string | undefined {
  if (!PAGE.test(file) || NOT_A_PAGE.test(file)) return undefined;
  const path = `/${file.replace(PAGE, '')}`;
  return /\/[_.]|^\/(?:404$|api(?:\/|$))/.test(path) ? undefined : path.replace(/\/index$/, '') || '/';
}

/**
 * Returns the pages in the order in which their routes are tried. The framework itself checks and sorts them.
 * @throws Error if routes conflict; its message names the files
 */
export function readPages(files: readonly string[]): PageFile[] {
  const fileOf = new Map<string, string>();
  for (const file of files) {
    const path = routeOf(file);
    if (path === undefined) continue;
    const other = fileOf.get(path);
    if (other !== undefined) throw new Error(`Two files define the page "${path}".\n  ${other}\n  ${file}`);
    fileOf.set(path, file);
  }
  const paths = [...fileOf.keys()];
  const message = failureOf(paths);
  if (message === undefined)
    return getSortedRoutes(paths).map((path) => ({ path, file: String(fileOf.get(path)) }));
  // The first routes that fail so, without those that change nothing.
  const first = paths.slice(0, 1 + paths.findIndex((_, at) => failureOf(paths.slice(0, at + 1)) === message));
  const guilty = first.filter((path) => failureOf(first.filter((one) => one !== path)) !== message);
  throw new Error(message + guilty.map((path) => `\n  ${fileOf.get(path)}`).join(''));
}

/** Returns what the framework finds wrong with routes, if anything. */
function failureOf(paths: readonly string[]): string | undefined {
  try {
    getSortedRoutes(paths);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const quote = (path: string) => JSON.stringify(path.split(sep).join('/'));

/** Returns the source of `virtual:routes`. @throws Error if the routes conflict */
function routesModule(files: readonly string[], folder: string): string {
  const pages = readPages(files);
  const manifest = JSON.stringify(makeManifest(pages.map(({ path }) => path)));
  const start = `globalThis[${JSON.stringify(MANIFEST_GLOBAL)}] = ${JSON.stringify(manifest)};`;
  if (pages.length === 0) return `${start}\nexport const loadRouter = undefined;`;
  const load = (file: string) => `() => import(${quote(join(folder, file))})`;
  return [
    start,
    'const pages = [',
    ...pages.map(({ file, path }) => `  { path: ${JSON.stringify(path)}, load: ${load(file)} },`),
    '];',
    // In main's own file: one more file would be one more wait.
    `import { createPages } from ${quote(ROUTER)};`,
    `export const loadRouter = () => createPages(pages, import(${quote(STYLES)}))`,
    '  .then((Pages) => ({ default: Pages }));',
  ].join('\n');
}
