/** Bundles the app's own options for the SDK in its pages, `desktop/sentry.ts`, into the module that the SDK imports. */
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { build } from 'vite';
import { debugIds } from '../build/debugIds.ts';
import { CHROMIUM } from '../build/rendererBuild.ts';

/**
 * @param entry its default export takes the options of the SDK and gives those to use
 * @param outFile is written; other files of the folder stay
 * @throws Error that names what cannot be built
 */
export async function bundlePageModule(entry: string, outFile: string): Promise<void> {
  if (!existsSync(entry)) throw new Error(`sentry: there is no ${entry}.`);
  try {
    await build({
      configFile: false,
      envFile: false,
      publicDir: false,
      root: dirname(resolve(entry)),
      logLevel: 'silent',
      plugins: [debugIds()],
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        outDir: dirname(outFile),
        emptyOutDir: false,
        target: CHROMIUM,
        lib: { entry: resolve(entry), formats: ['es'], fileName: () => basename(outFile) },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
  } catch (error) {
    throw new Error(`sentry: ${(error as Error).message}`, { cause: error });
  }
}
