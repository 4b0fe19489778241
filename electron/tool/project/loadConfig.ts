/** Reads `holdfast.config.ts`. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { InlineConfig, Plugin } from 'vite';
import { hasPackage, readPackage, repositoryOf, upwards } from '../setup/packages.ts';
import { checkConfig } from './checkConfig.ts';
import { VERSION } from './configSchema.ts';
import type { HoldfastConfig } from './defineConfig.ts';
import { typed } from './packageManager.ts';
import { withVite } from './withVite.ts';

/** Names of the configuration file; the first that exists is used. */
export const CONFIG_NAMES = ['ts', 'mts', 'js', 'mjs'].map((type) => `holdfast.config.${type}`);

export const configIn = (folder: string): string | undefined =>
  CONFIG_NAMES.map((name) => join(folder, name)).find((file) => existsSync(file));

/** The nearest configuration file, from this folder up to the one with the package.json. */
export const findConfig = (folder: string): string | undefined =>
  upwards(folder, (one) => configIn(one) ?? (hasPackage(one) ? '' : undefined)) || undefined;

/** What a configuration imports from `holdfast`, which need not be installed. */
const FACADE: Plugin = {
  name: 'holdfast:facade',
  enforce: 'pre',
  resolveId: (id) => (id === 'holdfast' ? '\0holdfast' : undefined),
  load: (id) => (id === '\0holdfast' ? 'export const defineConfig = (config) => config;' : undefined),
};

/** @throws Error with the place of a mistake, as Vite reports it */
async function importConfig(file: string): Promise<unknown> {
  // Nothing else of the app's build is read.
  const own = { configFile: false, envFile: false, css: { postcss: {} } } as const;
  const options: InlineConfig = { ...own, plugins: [FACADE], root: dirname(file), logLevel: 'silent' };
  try {
    const { module } = await withVite(({ runnerImport }) =>
      runnerImport<{ default: unknown }>(file, options),
    );
    return module.default;
  } catch (cause) {
    const why = stripVTControlCharacters(String(cause instanceof Error ? cause.message : cause));
    throw new Error(`${file} cannot be read: ${why}`, { cause });
  }
}

/** @throws Error if the build folder contains the repository: more than the app would be copied */
function checkBuildFolder(root: string, build: string, file: string): void {
  const path = relative(resolve(root, build), root);
  if (path === '' || path.startsWith('..') || resolve(path) === path) return;
  throw new Error(`${file}: "web.build" must not be a folder around the repository (${root}${sep}).`);
}

/** Reads the configuration in a folder. */
export async function loadConfig(root: string): Promise<HoldfastConfig> {
  const file = configIn(root);
  if (!file) throw new Error(`No ${CONFIG_NAMES[0]} in ${root}: run ${typed(root)} init to create it.`);
  const config = checkConfig(await importConfig(file), basename(file));
  if (config.web.build !== undefined) checkBuildFolder(root, config.web.build, basename(file));
  return config;
}

/** Reads the configuration for a separate pages folder, from the nearest file beside it, if any. */
export async function loadPagesConfig(
  pages: string,
  defaults: Pick<HoldfastConfig, 'name' | 'id'>,
): Promise<Omit<HoldfastConfig, 'web'>> {
  const { version = '' } = readPackage(repositoryOf(pages) ?? dirname(pages));
  const file = findConfig(pages);
  const own = file && (await importConfig(file));
  const named = VERSION.test(version) ? { ...defaults, version } : defaults;
  const config = { ...named, ...Object(own), web: { build: pages } };
  for (const key of ['icons', 'main', 'sentry'])
    if (file && key in config) config[key] = resolve(dirname(file), String(config[key]));
  const { web: _, ...checked } = checkConfig(config, file ?? pages, true);
  return checked;
}
