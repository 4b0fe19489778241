/** Takes over Vite plugins, styles, public files and `.env` from the repository of the pages. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadConfigFromFile, loadEnv, type Plugin, type PluginOption, transformWithOxc } from 'vite';
import { repositoryOf } from '../app/loadConfig.ts';

/** Variable with a folder of pages other than renderer/pages, relative to the current folder. */
export const PAGES_VARIABLE = 'HOLDFAST_PAGES';

const NAMES = ['vite.config.ts', 'vite.config.mts', 'vite.config.js', 'vite.config.mjs'];
const POSTCSS = ['postcss.config.mjs', 'postcss.config.js', 'postcss.config.cjs'];

/**
 * Plugins for the pages of another repository; none without one. From its `vite.config` it takes `plugins`, `css`,
 * `define`, `resolve.alias`, `envPrefix` and `assetsInclude`.
 * @throws Error if its `vite.config` cannot be read
 */
export async function ownBuild(): Promise<PluginOption[]> {
  const pages = process.env[PAGES_VARIABLE];
  if (!pages) return [];
  const root = repositoryOf(pages) ?? resolve(pages, '..');
  // In a clone of Holdfast, vite.config.ts is the one that called this.
  const names = existsSync(join(root, 'electron/dev/build/ownBuild.ts')) ? [] : NAMES;
  const file = names.map((name) => join(root, name)).find((path) => existsSync(path));
  const loaded = file && (await loadConfigFromFile({ command: 'build', mode: 'production' }, file, root));
  const {
    plugins,
    css,
    define,
    resolve: { alias = [] } = {},
    envPrefix,
    assetsInclude,
  } = loaded ? loaded.config : {};
  const postcss = await postcssOf(root);
  const publicEnv = Object.entries(loadEnv('production', root, 'NEXT_PUBLIC_'));
  const repository: Plugin = {
    name: 'holdfast:repository',
    config: () => ({
      publicDir: join(root, 'public'),
      envDir: root,
      css: { postcss, ...css },
      // The framework has `"jsx": "preserve"` in tsconfig.json. `jsxImportSource` there still counts.
      oxc: { jsx: { runtime: 'automatic' } },
      resolve: { alias },
      // As the framework's own build.
      define: {
        ...Object.fromEntries(
          publicEnv.map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
        ),
        ...define,
      },
      ...(envPrefix && { envPrefix }),
      ...(assetsInclude && { assetsInclude }),
    }),
  };
  return [repository, jsx(), (await flatten(plugins)).map((plugin) => inRepository(plugin, root))];
}

/**
 * Where PostCSS looks for its configuration, or the plugins themselves if the configuration lists them by name, as the
 * framework's does.
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

async function flatten(option: PluginOption): Promise<Plugin[]> {
  const plugin = await option;
  if (Array.isArray(plugin)) return (await Promise.all(plugin.map(flatten))).flat();
  return plugin ? [plugin as Plugin] : [];
}

/** A plugin as in its own build: for the renderer only, with its repository as the root. */
function inRepository(plugin: Plugin, root: string): Plugin {
  const { configResolved, applyToEnvironment } = plugin;
  const resolved = typeof configResolved === 'object' ? configResolved.handler : configResolved;
  return {
    ...plugin,
    applyToEnvironment: (environment) =>
      environment.name === 'client' && (applyToEnvironment?.call(plugin, environment) ?? true),
    ...(resolved && {
      configResolved(config) {
        return resolved.call(this, Object.create(config, { root: { value: root } }));
      },
    }),
  };
}
