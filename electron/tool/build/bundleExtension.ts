/** Bundles the app's own code, each into one file: `desktop/main.ts` for main, `desktop/sentry.ts` for its pages' SDK. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { InlineConfig, Plugin } from 'vite';
import { APP_FILES } from '../../builtConfig/folder.ts';
import { debugIds } from './debugIds.ts';
import { NativeModules } from './nativeModules.ts';
import { CHROMIUM, EXTERNAL } from './rendererBuild.ts';
import { withVite } from './runVite.ts';

/** Gets of each bundle after the first how many milliseconds it took, or why it failed. */
type Changed = (made: number | Error) => void;
/** Milliseconds without a further change: editors write a file in several steps. */
export const SETTLE_MS = 100;

const EXTENSION = join(import.meta.dirname, '..', '..', 'shell', 'extension');
/** For this repository, which is not installed in its own `node_modules`. */
const ALIAS = existsSync(EXTENSION)
  ? [{ find: /^holdfast\/(?=(?:main|telemetry)$)/, replacement: `${EXTENSION}/` }]
  : [];

/**
 * Bundles an app's own code into its app folder. Returns the packages outside of the bundle, and what ends the watch.
 * @param changed watches the sources of main, and bundles them anew
 */
export async function bundleMain(
  { root, config }: { root: string; config: Partial<Record<'main' | 'sentry', string>> },
  folder: string,
  changed?: Changed,
) {
  const { main, sentry } = config;
  if (sentry) await bundlePageModule(resolve(root, sentry), join(folder, APP_FILES.pageModule));
  if (!main) return { modules: [], close };
  return await bundleExtension(resolve(root, main), join(folder, APP_FILES.extension), changed);
}

/** What ends a watch, if there is none. */
const close = () => Promise.resolve();

/** Into CommonJS for Electron's Node, with a source map; ignores any Vite config. A picture becomes a data URL. */
export async function bundleExtension(entry: string, outFile: string, changed?: Changed) {
  const native = new NativeModules();
  const made = await bundle('main', entry, outFile, {
    plugins: [resolving(native)],
    resolve: { alias: ALIAS },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: resolve(entry),
      target: 'node20',
      minify: false,
      sourcemap: true,
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      watch: changed ? { buildDelay: SETTLE_MS } : null,
      rolldownOptions: {
        external: EXTERNAL,
        output: { format: 'cjs', exports: 'named', entryFileNames: basename(outFile) },
      },
    },
  });
  if (!changed || !('close' in made)) return { modules: native.list(), close };
  await new Promise<void>((resolve, reject) => {
    let tell: Changed = (made) => (made instanceof Error ? reject(made) : resolve());
    made.on('event', (event) => {
      if (event.code !== 'ERROR' && event.code !== 'BUNDLE_END') return;
      tell(event.code === 'ERROR' ? failureOf('main', event.error) : event.duration);
      tell = changed;
    });
  });
  return { modules: native.list(), close: () => made.close() };
}

/** Bundles the app's own options for the SDK in its pages into the module that the SDK imports. */
export const bundlePageModule = (entry: string, outFile: string) =>
  bundle('sentry', entry, outFile, {
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      target: CHROMIUM,
      lib: { entry: resolve(entry), formats: ['es'], fileName: () => basename(outFile) },
    },
  });

/** @param key the configuration key that names the entry */
async function bundle(key: string, entry: string, outFile: string, options: InlineConfig) {
  if (!statSync(entry, { throwIfNoEntry: false })?.isFile())
    throw new Error(`${key}: ${entry} does not exist, or is no file.`);
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
  try {
    return await withVite(({ build, mergeConfig }) => build(mergeConfig(common, options)));
  } catch (error) {
    throw failureOf(key, error as Error);
  }
}

const failureOf = (key: string, cause: Error) =>
  new Error(`${key}: ${stripVTControlCharacters(cause.message)}`, { cause });

const resolving = (native: NativeModules): Plugin => ({
  name: 'holdfast:extension',
  enforce: 'pre',
  resolveId: (id, importer) =>
    importer && native.take(id, dirname(importer)) ? { id, external: true } : null,
});
