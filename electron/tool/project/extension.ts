/** Bundles the app's own code, each into one file: `desktop/main.ts` for main, `desktop/sentry.ts` for the SDK in its pages. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build, type InlineConfig, mergeConfig, type Plugin } from 'vite';
import { debugIds } from '../../build/debugIds.ts';
import { EXTERNAL } from '../../build/external.ts';
import { CHROMIUM } from '../../build/rendererBuild.ts';
import { type ExternalModule, NativeModules } from './nativeModules.ts';

export type { ExternalModule };

export interface BundledExtension {
  /** The bundle: CommonJS for the Node of Electron. Its source map is beside it, with `.map` at the end. */
  file: string;
  /** The files that it was made of, without those of packages: a change of one needs another bundle. */
  sources: string[];
  /**
   * Packages that are not in it, by name: native ones, and what these need. An app that is packed has them in
   * `node_modules` beside the bundle, and the native ones among them built for Electron.
   */
  modules: ExternalModule[];
}

/** In this repository, which is not installed in its own `node_modules`. */
const HOLDFAST: Readonly<Record<string, string>> = {
  'holdfast/main': join(import.meta.dirname, '..', '..', 'extension', 'main.ts'),
  'holdfast/telemetry': join(import.meta.dirname, '..', '..', 'extension', 'telemetry.ts'),
};

/**
 * Bundles `entry` with all that it imports, the packages of its repository included; no configuration of Vite counts.
 * A file that is imported as an asset, such as a picture, becomes a data URL.
 *
 * @param entry the file whose default export is `defineMain(…)`
 * @param outFile is written, with its source map beside it; other files of the folder stay
 * @throws Error that names file and line of what cannot be built
 */
export async function bundleExtension(entry: string, outFile: string): Promise<BundledExtension> {
  const native = new NativeModules();
  const sources = new Set<string>();
  await bundle('main', entry, outFile, {
    plugins: [resolving(native, sources)],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: resolve(entry),
      target: 'node20',
      minify: false,
      sourcemap: true,
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        external: EXTERNAL,
        output: { format: 'cjs', exports: 'named', entryFileNames: basename(outFile) },
      },
    },
  });
  return { file: resolve(outFile), sources: [...sources].sort(), modules: native.list() };
}

/**
 * Bundles the app's own options for the SDK in its pages, `desktop/sentry.ts`, into the module that the SDK imports.
 * @param entry its default export takes the options of the SDK and gives those to use
 * @param outFile is written; other files of the folder stay
 * @throws Error that names file and line of what cannot be built
 */
export const bundlePageModule = (entry: string, outFile: string): Promise<void> =>
  bundle('sentry', entry, outFile, {
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      target: CHROMIUM,
      lib: { entry: resolve(entry), formats: ['es'], fileName: () => basename(outFile) },
    },
  });

/** @param key of the configuration that names the entry */
async function bundle(key: string, entry: string, outFile: string, options: InlineConfig): Promise<void> {
  if (!existsSync(entry)) throw new Error(`${key}: there is no ${entry}.`);
  const common: InlineConfig = {
    configFile: false,
    envFile: false,
    publicDir: false,
    root: dirname(resolve(entry)),
    logLevel: 'silent',
    plugins: [debugIds()],
    build: {
      outDir: dirname(resolve(outFile)),
      emptyOutDir: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  };
  // Vite sets it, and what the tool starts later would take it over.
  const { NODE_ENV } = process.env;
  try {
    await build(mergeConfig(common, options));
  } catch (error) {
    throw new Error(`${key}: ${reasonOf(error)}`, { cause: error });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

function resolving(native: NativeModules, sources: Set<string>): Plugin {
  return {
    name: 'holdfast:extension',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (!importer) return null;
      const own = HOLDFAST[id];
      if (own) return (await this.resolve(id, importer, { ...options, skipSelf: true })) ?? own;
      return native.take(id, dirname(importer)) ? { id, external: true } : null;
    },
    buildEnd() {
      const others = new Set(Object.values(HOLDFAST));
      for (const id of this.getModuleIds()) {
        const file = id.replace(/\?.*$/, '');
        if (isAbsolute(file) && !/[\\/]node_modules[\\/]/.test(file) && !others.has(file)) sources.add(file);
      }
    },
  };
}

/** What is wrong first, after the file and line where it is. */
function reasonOf(error: unknown): string {
  const { errors: [first = error] = [] } = error as { errors?: unknown[] };
  const { message = String(first) } = first as Partial<Error>;
  const [what = '', ...frame] = stripVTControlCharacters(message).split('\n');
  const missing = /resolve import "(.+?)" from "(.+?)"/.exec(what);
  if (missing) {
    const [, name = '', file = ''] = missing;
    return `${relative('.', file)}:${lineOf(name, file)}: "${name}" is not there. Is it installed, and written right?`;
  }
  const [, place] = /\[ (.+:\d+:\d+) \]/.exec(frame.join('\n')) ?? [];
  return `${place ? `${place}: ` : ''}${what.replace(/^\[[\w:-]+\] /, '')}`;
}

/** The first line of the file that has this text in quotes; 1 if it is not written so. */
function lineOf(text: string, file: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  const index = lines.findIndex((line) => line.includes(`'${text}'`) || line.includes(`"${text}"`));
  return Math.max(0, index) + 1;
}
