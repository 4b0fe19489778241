/** Reads `next.config` as `next build` does, and reports options that have no effect on pages. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadEnv, runnerImport } from 'vite';
import type { Rules } from './loaders.ts';
import { HONOURED, NAMED, OF_SERVER, WITH_PARTS } from './options.ts';

const NAMES = ['ts', 'mts', 'mjs', 'js', 'cjs'].map((type) => `next.config.${type}`);
const PHASE = 'phase-production-build';

export interface NextConfig {
  env?: Record<string, string>;
  images?: { deviceSizes?: number[]; imageSizes?: number[]; unoptimized?: boolean };
  turbopack?: { rules?: Rules };
}

/**
 * Reads the configuration of a repository; empty without a file.
 * @throws Error that names the file if it cannot be read
 */
export async function readNextConfig(root: string): Promise<{ file?: string; config: NextConfig }> {
  const file = NAMES.map((name) => join(root, name)).find((path) => existsSync(path));
  if (!file) return { config: {} };
  // The framework has set these environment variables at this point.
  for (const [name, value] of Object.entries(loadEnv('production', root, ''))) process.env[name] ??= value;
  try {
    const exported = await importDefault(file, root);
    const config = typeof exported === 'function' ? await exported(PHASE, { defaultConfig: {} }) : exported;
    return { file, config: (config ?? {}) as NextConfig };
  } catch (cause) {
    throw new Error(`${file} cannot be read, not even by next build: ${(cause as Error).message}`, { cause });
  }
}

/** Vite runs TypeScript, Node everything else, including CommonJS. */
async function importDefault(file: string, root: string): Promise<unknown> {
  if (!/\.m?ts$/.test(file)) return (await import(pathToFileURL(file).href)).default;
  const options = { root, configFile: false, logLevel: 'error' } as const;
  return (await runnerImport<{ default: unknown }>(file, options)).module.default;
}

/** Returns a line for each option that has no effect and may be missed. */
export function configNotices(file: string, config: object): string[] {
  const names = Object.entries(config).flatMap(([name, value]) =>
    WITH_PARTS.includes(name) && value ? Object.keys(value).map((part) => `${name}.${part}`) : [name],
  );
  return names.flatMap((name) => {
    const isHonouredPart = name.startsWith('images.') && !(name in NAMED);
    if (name in HONOURED || OF_SERVER.includes(name) || isHonouredPart) return [];
    return [`${file} has ${name}: ${NAMED[name] ?? 'it is unknown and has no effect'}.`];
  });
}
