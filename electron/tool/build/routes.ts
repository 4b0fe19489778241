import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { MANIFEST_GLOBAL, makeManifest, readPages } from '../../../renderer/routes/manifest.ts';
import { PAGE_LIST } from '../../shared/channels.ts';
import { holdfastFolder } from '../setup/packages.ts';
import { PAGES_VARIABLE } from './rendererBuild.ts';

const ID = 'virtual:routes';
const RESOLVED = `\0${ID}`;

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
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? routesModule(findFiles(folder), folder) : undefined),
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

const quote = (path: string) => JSON.stringify(path.split(sep).join('/'));

/** Returns the source of `virtual:routes`. @throws Error if the routes conflict */
function routesModule(files: readonly string[], folder: string): string {
  const pages = readPages(files);
  const load = (file: string) => `() => import(${quote(join(folder, file))})`;
  const manifest = JSON.stringify(makeManifest(pages.map(({ path }) => path)));
  const lines = [`globalThis[${JSON.stringify(MANIFEST_GLOBAL)}] = ${JSON.stringify(manifest)};`];
  if (pages.length === 0) {
    lines.push('export const loadRouter = undefined;');
  } else {
    lines.push('const pages = [');
    for (const { file, path } of pages)
      lines.push(`  { path: ${JSON.stringify(path)}, load: ${load(file)} },`);
    lines.push(
      '];',
      // In main's own file: one more file would be one more wait.
      `import { createPages } from ${quote(ROUTER)};`,
      `export const loadRouter = () => createPages(pages, import(${quote(STYLES)}))`,
      '  .then((Pages) => ({ default: Pages }));',
    );
  }
  return lines.join('\n');
}
