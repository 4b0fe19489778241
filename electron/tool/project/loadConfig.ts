/** Reads `holdfast.config.ts`. */
import { existsSync, readFileSync } from 'node:fs';
import { type LoadHookSync, registerHooks } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hasPackage, readPackage, repositoryOf, upwards } from '../setup/packages.ts';
import { checkConfig } from './checkConfig.ts';
import { VERSION } from './configSchema.ts';
import type { HoldfastConfig } from './defineConfig.ts';
import { typed } from './packageManager.ts';

/** Names of the configuration file; the first that exists is used. */
export const CONFIG_NAMES = ['ts', 'mts', 'js', 'mjs'].map((type) => `holdfast.config.${type}`);

export const configIn = (folder: string): string | undefined =>
  CONFIG_NAMES.map((name) => join(folder, name)).find((file) => existsSync(file));

/** The nearest configuration file, from this folder up to the one with the package.json. */
export const findConfig = (folder: string): string | undefined =>
  upwards(folder, (one) => configIn(one) ?? (hasPackage(one) ? '' : undefined)) || undefined;

/** What a configuration imports from `holdfast`. */
const FACADE = 'data:text/javascript,export const defineConfig = (config) => config;';

/** Whether a file uses `import` and `export`, whatever its package.json says. */
const isModule = (file: string) => /^\s*(?:export|import)\b/m.test(readFileSync(file, 'utf8'));

/** Where the first of these files that cannot be parsed is wrong, and why: Node names no column, and no line of JavaScript. */
async function syntaxError(urls: string[]): Promise<string | undefined> {
  const { parseSync } = await import('vite');
  for (const file of urls
    .filter((url) => /^file:.*\.[cm]?[jt]s$/.test(url))
    .map((url) => fileURLToPath(url))) {
    const text = readFileSync(file, 'utf8');
    const [error] = parseSync(file, text).errors;
    const lines = text.slice(0, error?.labels[0]?.start).split('\n');
    if (error) return `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}: ${error.message}`;
  }
  return undefined;
}

async function importConfig(file: string): Promise<unknown> {
  const { href } = pathToFileURL(file);
  // A package.json without "type": "module" would make it CommonJS.
  const format = file.endsWith('ts') ? 'module-typescript' : 'module';
  const read: string[] = [];
  const load: LoadHookSync = (url, context, next) => {
    read.push(url);
    return next(url, url === href && isModule(file) ? { ...context, format } : context);
  };
  const hooks = registerHooks({
    load,
    // Works even if the package is not installed, as in this repository.
    resolve: (name, context, next) =>
      name === 'holdfast' && context.conditions.includes('import')
        ? { url: FACADE, shortCircuit: true }
        : next(name, context),
  });
  try {
    return (await import(/* @vite-ignore */ href)).default;
  } catch (cause) {
    const where = cause instanceof SyntaxError && (await syntaxError(read));
    const why = cause instanceof Error ? cause.message : cause;
    throw new Error(where || `${file} cannot be read: ${why}`, { cause });
  } finally {
    hooks.deregister();
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
