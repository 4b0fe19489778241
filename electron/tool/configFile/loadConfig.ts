import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Plugin } from 'vite';
import { withVite } from '../build/runVite.ts';
import { typed } from '../setup/packageManager.ts';
import { hasPackage, readPackage, repositoryOf, upwards } from '../setup/packages.ts';
import { checkConfig } from './checkConfig.ts';
import { VERSION } from './configSchema.ts';
import type { HoldfastConfig } from './defineConfig.ts';

/** Names of the configuration file; the first that exists is used. */
export const CONFIG_NAMES = ['ts', 'mts', 'js', 'mjs'].map((type) => `holdfast.config.${type}`);

export const configIn = (folder: string): string | undefined =>
  CONFIG_NAMES.map((name) => join(folder, name)).find((file) => existsSync(file));

/** The nearest configuration file, from this folder up to the one with the package.json. */
export const findConfig = (folder: string): string | undefined =>
  upwards(folder, (one) => configIn(one) ?? (hasPackage(one) ? '' : undefined)) || undefined;

/** What a configuration imports from `holdfast`, which need not be installed. */
const FACADE = { id: '\0holdfast', code: 'export const defineConfig = (config) => config;' };

/** Reads no tsconfig.json: that of some frameworks extends a file of their first build. */
const reading = ({ transformWithOxc }: typeof import('vite')): Plugin => ({
  name: 'holdfast:configuration',
  enforce: 'pre',
  resolveId: (id) => (id === 'holdfast' ? FACADE.id : undefined),
  load: (id) => (id === FACADE.id ? FACADE.code : undefined),
  transform: (code, id) =>
    /\.[cm]?ts$/.test(id) ? transformWithOxc(code, id, { tsconfig: false }) : undefined,
});

/** @throws Error with the place of a mistake, as Vite reports it */
async function importConfig(file: string): Promise<unknown> {
  try {
    const { module } = await withVite((vite) =>
      vite.runnerImport<{ default: unknown }>(file, {
        // Nothing else of the app's build is read.
        ...{ configFile: false, envFile: false, css: { postcss: {} }, oxc: false },
        ...{ plugins: [reading(vite)], root: dirname(file), logLevel: 'silent' },
      }),
    );
    return module.default;
  } catch (cause) {
    const why = stripVTControlCharacters(String(cause instanceof Error ? cause.message : cause));
    throw new Error(`${file} cannot be read: ${why}`, { cause });
  }
}

export async function loadConfig(root: string): Promise<HoldfastConfig> {
  const file = configIn(root);
  if (!file) throw new Error(`No ${CONFIG_NAMES[0]} in ${root}: run ${typed(root)} init to create it.`);
  const name = basename(file);
  const config = checkConfig(await importConfig(file), name);
  const path = relative(resolve(root, config.web.build ?? ''), root);
  // More than the app would be copied.
  if (path !== '' && !path.startsWith('..') && !isAbsolute(path))
    throw new Error(`${name}: "web.build" must not be a folder around the repository (${root}${sep}).`);
  return config;
}

/** Reads the configuration for a separate pages folder, from the nearest file beside it, if any. */
export async function loadPagesConfig(pages: string, defaults: Pick<HoldfastConfig, 'name' | 'id'>) {
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
