/** Uses PostCSS, public files, `.env` and `next.config` from the pages' repository, as the framework's own build does. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadEnv, type Plugin, type PluginOption, transformWithOxc } from 'vite';
import { findPackage, repositoryOf } from '../setup/packages.ts';
import { fonts } from './next/fonts.ts';
import { loaders } from './next/loaders.ts';
import { configNotices, readNextConfig } from './next/nextConfig.ts';
import { pictures } from './next/pictures.ts';
import { PAGES_VARIABLE } from './rendererBuild.ts';

const POSTCSS = ['postcss.config.mjs', 'postcss.config.js', 'postcss.config.cjs'];

/** Returns the plugins for pages in another repository; none for this one. */
export async function appBuild(): Promise<PluginOption[]> {
  const pages = process.env[PAGES_VARIABLE];
  if (!pages) return [];
  const root = repositoryOf(pages) ?? resolve(pages, '..');
  // If the folder has no package.json, the nearest one is Holdfast's.
  const isHoldfast = existsSync(join(root, 'electron/build/appBuild.ts'));
  const postcss = await postcssOf(root);
  const next = await readNextConfig(root);
  if (next.file) for (const line of configNotices(next.file, next.config)) console.error(`notice: ${line}`);
  const { env = {}, images, turbopack: { rules = {} } = {} } = next.config;
  const publicEnv = { ...env, ...loadEnv('production', root, 'NEXT_PUBLIC_') };
  const repository: Plugin = {
    name: 'holdfast:repository',
    config: () => ({
      publicDir: join(root, 'public'),
      envDir: root,
      css: { postcss },
      // The framework has `"jsx": "preserve"` in tsconfig.json. `jsxImportSource` there still counts.
      oxc: { jsx: { runtime: 'automatic' } },
      define: {
        ...Object.fromEntries(
          Object.entries(publicEnv).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
        ),
        ...(images && { __NEXT_IMAGES__: JSON.stringify(images) }),
      },
    }),
  };
  const ofNext =
    findPackage('next', root) && !isHoldfast ? [loaders(rules, root), fonts(root), pictures(root)] : [];
  return [repository, jsx(), ofNext];
}

/**
 * Returns where PostCSS looks for its configuration, or the plugins themselves if the configuration lists them by name,
 * as the framework's does.
 */
async function postcssOf(root: string): Promise<string | { plugins: [] }> {
  const file = POSTCSS.map((name) => join(root, name)).find((path) => existsSync(path));
  if (!file) return root;
  const { default: config } = await import(pathToFileURL(file).href);
  if (!Array.isArray(config.plugins)) return root;
  const load = createRequire(file);
  const plugins = config.plugins.map((plugin: unknown) => {
    const [name, options] = [plugin].flat();
    if (typeof name !== 'string') return plugin;
    const made = load(name);
    return (made.default ?? made)(options);
  });
  return { plugins };
}

/** Allows JSX in `.js` files, as the framework does. */
function jsx(): Plugin {
  return {
    name: 'holdfast:jsx',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: { include: /\.js$/, exclude: /\/node_modules\// } },
      handler: (code, id) => transformWithOxc(code, id, { lang: 'jsx', jsx: { runtime: 'automatic' } }),
    },
  };
}
