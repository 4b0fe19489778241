/**
 * The page script (renderer/page/page.ts): one classic file without imports, so that it can be the first script of any
 * document. The SDK, which it loads later, shares no code with the app's own pages either.
 */
import { join, resolve } from 'node:path';
import { build, type InlineConfig, type Plugin, type ResolvedBuildOptions, type Rolldown } from 'vite';
import { APP_ORIGIN } from '../../shared/channels.ts';
import { debugIds } from './debugIds.ts';

const RENDERER = resolve(import.meta.dirname, '../../../renderer');

/** Returns the page script's address in a built document of the app. */
export function pageScriptOf(document: string): string {
  const [, address] = /<script defer src="([^"]+)"/.exec(document) ?? [];
  if (!address) throw new Error('The built index.html has no page script.');
  return address;
}

/** Builds both with the renderer. index.html gets the page script, which loads main.tsx. */
export function pageScript(bundled: Plugin): Plugin {
  let made: ReturnType<typeof make> | undefined;
  return {
    name: 'holdfast:page-script',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'pre',
      async handler() {
        const { define, build: options } = this.environment.config;
        // Only once: the script does not change while somebody works on pages.
        made ??= make({ ...(define && { define }) }, options, bundled);
        for (const file of (await made).files) this.emitFile({ type: 'asset', ...file });
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const { address } = (await made) ?? {};
        // Not as a module in the document, because main's error page is painted first.
        return html.replace(
          /<script type="module"[^>]* src="([^"]+)"><\/script>/,
          (_, main) =>
            `<link rel="modulepreload" href="${main}" />\n    <script defer src="${address}" data-main="${main}"></script>`,
        );
      },
    },
  };
}

async function make(
  common: InlineConfig,
  { outDir, assetsDir, target }: ResolvedBuildOptions,
  bundled: Plugin,
) {
  const run = async (input: string, options: Rolldown.RolldownOptions, plugins: Plugin[] = [debugIds()]) => {
    const built = await build({
      ...common,
      configFile: false,
      root: RENDERER,
      logLevel: 'warn',
      publicDir: false,
      plugins: [plugins, bundled],
      build: {
        write: false,
        // Source maps name their sources relative to this folder.
        outDir,
        assetsDir,
        target,
        sourcemap: 'hidden',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: { input: join(RENDERER, input), ...options },
      },
    });
    const [entry, ...rest] = (built as Rolldown.RolldownOutput).output;
    const files = [entry, ...rest].map((file) => ({
      fileName: file.fileName,
      source: file.type === 'chunk' ? file.code : file.source,
    }));
    return { address: `/${entry.fileName}`, files };
  };
  const sdk = await run('telemetry/pageSdk.ts', {
    preserveEntrySignatures: 'strict',
    output: { charset: 'ascii' },
  });
  const page = await run('page/page.ts', { output: { charset: 'ascii', format: 'iife' } }, [
    debugIds(),
    {
      name: 'holdfast:sdk-address',
      enforce: 'pre',
      resolveId: (id) =>
        id.endsWith('/pageSdk.ts') ? { id: APP_ORIGIN + sdk.address, external: 'absolute' } : undefined,
      // Vite's helper for imports uses it to preload, but there is nothing to preload.
      onLog: (_level, { code }) => (code === 'EMPTY_IMPORT_META' ? false : undefined),
    },
  ]);
  // By name: main reads them. The worker's code is part of its address.
  const ofSite = ['worker', 'seed'].map((name) =>
    run(
      `serviceWorker/${name}.ts`,
      { output: { charset: 'ascii', format: 'iife', entryFileNames: `_holdfast/site/${name}.js` } },
      // Its own needs a document.
      [],
    ),
  );
  const site = (await Promise.all(ofSite)).flatMap(({ files }) => files);
  return { address: page.address, files: [...sdk.files, ...page.files, ...site] };
}
