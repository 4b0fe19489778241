/** The configuration of an app whose pages lie in a repository of their own. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import type { Plugin } from 'vite';
import type { Config, OwnConfig } from '../../config.ts';
import { APP_SCHEME } from '../../shared/channels.ts';
import { parseObject } from '../../shared/pageData.ts';

/** Variable with a folder of pages other than renderer/pages, relative to the current folder. */
export const PAGES_VARIABLE = 'HOLDFAST_PAGES';

const NAMES = ['holdfast.config.ts', 'holdfast.config.mts'];
const CONFIG = /\/electron\/config\.ts$/;

/** As electron-builder accepts them (Semantic Versioning 2.0.0). */
const VERSION = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;

const text = (pattern: RegExp, must: string) => v.pipe(v.string(must), v.regex(pattern, must));
const SCHEMA = v.partial(
  v.strictObject({
    name: text(/\S/, 'must be text'),
    program: text(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens'),
    version: text(VERSION, 'must be a version such as "1.2.3"'),
    id: text(/^[\w-]+(\.[\w-]+)+$/, 'must be a reverse domain name such as "com.example.shop"'),
    scheme: v.pipe(
      text(/^[a-z][a-z0-9+.-]*$/, 'must be lower-case letters, digits, + . and hyphens'),
      v.notValue(APP_SCHEME, 'must not be "app": that is the scheme of the pages themselves'),
    ),
    homepage: v.pipe(v.string('must be an address'), v.url('must be an address')),
    maintainer: text(/<.+@.+>/, 'must be a name and an e-mail address: "Shop <shop@example.com>"'),
    telemetry: v.looseObject({}, 'must be an object'),
    icons: text(/\S/, 'must be the path of a folder'),
    settings: v.looseObject({}, 'must be an object'),
  }),
);

/** The folder of pages and its parents up to the one with a package.json. */
function foldersAbove(pages: string): string[] {
  const folder = resolve(pages);
  const isLast = existsSync(join(folder, 'package.json')) || dirname(folder) === folder;
  return [folder, ...(isLast ? [] : foldersAbove(dirname(folder)))];
}

/** The root of the pages' repository: the nearest folder with a package.json. */
export function repositoryOf(pages: string): string {
  const folders = foldersAbove(pages);
  return folders.find((folder) => existsSync(join(folder, 'package.json'))) ?? resolve(pages, '..');
}

/** The nearest configuration file, from the folder of pages up to its package.json. */
export function findOwnConfig(pages: string): string | undefined {
  return foldersAbove(pages)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** The version in the repository's package.json, if it has a valid one. */
function findOwnVersion(pages: string): string | undefined {
  const file = join(repositoryOf(pages), 'package.json');
  const version = existsSync(file) ? parseObject(readFileSync(file, 'utf8'))?.version : undefined;
  return typeof version === 'string' && VERSION.test(version) ? version : undefined;
}

/**
 * Checks what a configuration file exports.
 * @throws Error that names the file, the key and what it must be
 */
export function checkOwnConfig(value: unknown, file: string): OwnConfig {
  const { issues } = v.safeParse(SCHEMA, Array.isArray(value) ? undefined : value);
  if (!issues) return value as OwnConfig;
  const [{ path, message, type }] = issues;
  const key = path?.[0]?.key;
  if (key === undefined) throw new Error(`${file}: its default export must be an object.`);
  if (type === 'strict_object') {
    throw new Error(
      `${file}: "${key}" is no key of it; there are ${Object.keys(SCHEMA.entries).join(', ')}.`,
    );
  }
  throw new Error(`${file}: "${key}" ${message}.`);
}

/**
 * Applies the configuration file beside the pages to `config`, and returns it: empty without a file.
 * @throws Error that names the file, if it cannot be read or used
 */
export async function applyOwnConfig(config: Config): Promise<OwnConfig> {
  const pages = process.env[PAGES_VARIABLE];
  if (!pages) return {};
  const version = findOwnVersion(pages);
  if (version) config.version = version;
  const file = findOwnConfig(pages);
  if (!file) return {};
  const { default: value } = await import(pathToFileURL(file).href).catch((cause: Error) => {
    throw new Error(`${file} cannot be read: ${cause.message}`, { cause });
  });
  const { icons, settings, telemetry, ...rest } = checkOwnConfig(value, file);
  Object.assign(config, rest);
  Object.assign(config.telemetry, telemetry);
  return { ...rest, ...(icons && { icons: resolve(dirname(file), icons) }), ...(settings && { settings }) };
}

/** The same for the build, where main and the pages get the file's functions too. */
export function ownConfig(): Plugin {
  const pages = process.env[PAGES_VARIABLE];
  const file = pages && findOwnConfig(pages);
  return {
    name: 'holdfast:own-config',
    transform: {
      filter: { id: CONFIG },
      handler: (code) =>
        file
          ? {
              code: `import own from ${JSON.stringify(file)};\n${code}
const { icons: _icons, settings: _settings, telemetry: ownTelemetry, ...ownRest } = own;
Object.assign(config, ownRest);
Object.assign(config.telemetry, ownTelemetry);`,
              map: null,
            }
          : undefined,
    },
  };
}
