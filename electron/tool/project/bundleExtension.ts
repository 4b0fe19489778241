/** Bundles the app's own code, each into one file: `desktop/main.ts` for main, `desktop/sentry.ts` for its pages' SDK. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { InlineConfig, Plugin } from 'vite';
import { APP_FILES } from '../../configuration/folder.ts';
import { debugIds } from '../build/debugIds.ts';
import { CHROMIUM, EXTERNAL } from '../build/rendererBuild.ts';
import { type ExternalModule, NativeModules } from './nativeModules.ts';
import type { Project } from './project.ts';

interface BundledExtension {
  /** The bundle: CommonJS for Electron's Node. Its source map is beside it, with `.map` at the end. */
  file: string;
  /** The source files, without those of packages: if one changes, bundle again. */
  sources: string[];
  /**
   * Packages outside of the bundle, by name: native ones and their dependencies. A packed app has them in
   * `node_modules` beside the bundle, with the native ones built for Electron.
   */
  modules: ExternalModule[];
}

const EXTENSION = join(import.meta.dirname, '..', '..', 'shell', 'extension');
/** For this repository, which is not installed in its own `node_modules`. */
const ALIAS = existsSync(EXTENSION)
  ? [{ find: /^holdfast\/(?=(?:main|telemetry)$)/, replacement: `${EXTENSION}/` }]
  : [];

/** Bundles an app's own code for main and for its pages' SDK, if there is any, into its app folder. */
export async function bundleMain(
  { root, config: { main, sentry } }: Project,
  folder: string,
): Promise<Pick<BundledExtension, 'sources' | 'modules'>> {
  if (sentry) await bundlePageModule(resolve(root, sentry), join(folder, APP_FILES.pageModule));
  if (!main) return { sources: [], modules: [] };
  const { sources, modules } = await bundleExtension(resolve(root, main), join(folder, APP_FILES.extension));
  return { sources: sources.filter((file) => !relative(root, file).startsWith('..')), modules };
}

/** Bundles `entry` with everything that it imports; ignores any Vite config. A picture becomes a data URL. */
export async function bundleExtension(entry: string, outFile: string): Promise<BundledExtension> {
  const native = new NativeModules();
  const sources = new Set<string>();
  await bundle('main', entry, outFile, {
    plugins: [resolving(native, sources)],
    resolve: { alias: ALIAS },
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

/** Bundles the app's own options for the SDK in its pages into the module that the SDK imports. */
export const bundlePageModule = (entry: string, outFile: string): Promise<void> =>
  bundle('sentry', entry, outFile, {
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      target: CHROMIUM,
      lib: { entry: resolve(entry), formats: ['es'], fileName: () => basename(outFile) },
    },
  });

/** @param key the configuration key that names the entry */
async function bundle(key: string, entry: string, outFile: string, options: InlineConfig): Promise<void> {
  if (!statSync(entry, { throwIfNoEntry: false })?.isFile())
    throw new Error(`${key}: ${entry} does not exist, or is no file.`);
  // Only here: most apps have no code of their own to bundle.
  const { build, mergeConfig } = await import('vite');
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
  // Vite sets it, and programs that the tool starts later would inherit it.
  const { NODE_ENV } = process.env;
  try {
    await build(mergeConfig(common, options));
  } catch (error) {
    throw new Error(`${key}: ${stripVTControlCharacters((error as Error).message)}`, { cause: error });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

function resolving(native: NativeModules, sources: Set<string>): Plugin {
  return {
    name: 'holdfast:extension',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!importer) return null;
      return native.take(id, dirname(importer)) ? { id, external: true } : null;
    },
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const file = id.replace(/\?.*$/, '');
        if (isAbsolute(file) && !/[\\/]node_modules[\\/]/.test(file)) sources.add(file);
      }
    },
  };
}
