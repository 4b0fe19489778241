import { builtinModules } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { config } from './electron/config.ts';
import { debugIds } from './electron/dev/build/debugIds.ts';
import { documents } from './electron/dev/build/documents.ts';
import { ownBuild } from './electron/dev/build/ownBuild.ts';
import { applyOwnConfig, ownConfig } from './electron/dev/build/ownConfig.ts';
import { routes } from './electron/dev/build/routes.ts';
import { updaterParts } from './electron/dev/build/updaterParts.ts';
import own from './package.json' with { type: 'json' };

await applyOwnConfig(config);

const out = (name: string) => `${import.meta.dirname}/.build/${name}`;
const external = ['electron', /^electron\//, /^node:/, ...builtinModules];

/** What main and preload share: one CommonJS file, Electron and Node outside, all else inside. */
const commonJs = (
  name: 'main' | 'preload' | 'diagnosticsPreload',
  folder: string = name,
  sources: Record<string, string> = { [name]: name },
) => ({
  consumer: 'server' as const,
  resolve: { noExternal: true as const },
  build: {
    outDir: out(folder),
    emptyOutDir: folder === name,
    copyPublicDir: false,
    target: 'node20',
    minify: true,
    sourcemap: 'hidden' as const,
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries(sources).map(([file, source]) => [
          file,
          `${import.meta.dirname}/electron/${source}.ts`,
        ]),
      ),
      external,
      output: {
        format: 'cjs' as const,
        // V8 keeps a source of other characters in twice the memory.
        charset: 'ascii' as const,
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name]-[hash].cjs',
      },
    },
  },
});

const isolated = 'test/electron/telemetry/{sentry,replay}/**/*.test.ts';
const unit = {
  environment: 'node' as const,
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // A machine that is shared stands still for many seconds now and then: only a failure waits so long.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

const e2e = {
  environment: 'node' as const,
  // Most of the time they wait for a window or a server; the unit tests before them use the processor.
  maxWorkers: Math.max(4, availableParallelism() - 1),
  sequence: { groupOrder: 1 },
  globalSetup: 'test/support/globalSetup.ts',
  setupFiles: 'test/support/workerSetup.ts',
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // What fails once is a failing test on a developer's machine; a shared one in CI may stand still, and the result says so.
  retry: process.env.CI ? 1 : 0,
  // As PATIENCE_MS in test/support/until.ts.
  expect: { poll: { timeout: 60_000 } },
};
/** What takes long: `npm run test:long`, which CONTRIBUTING.md says who runs when. */
const long = '**/*.long.test.ts';

export default defineConfig({
  root: `${import.meta.dirname}/renderer`,
  base: '/',
  // For %APP_NAME% in the documents.
  define: {
    'import.meta.env.APP_NAME': JSON.stringify(config.name),
    'import.meta.env.APP_VERSION': JSON.stringify(config.version ?? own.version),
    // A day, so that two builds on it are the same.
    BUILD_DAY: Date.now() - (Date.now() % 86_400_000),
  },
  plugins: [ownConfig(), routes(), ownBuild(), documents(), updaterParts(), debugIds()],
  builder: {
    // The renderer first: main holds documents that are made from it.
    buildApp: async (builder) => {
      for (const name of ['client', 'preload', 'diagnosticsPreload', 'main']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
  environments: {
    client: {
      // Debug messages of the SDK, and a second copy of the replay worker, which is a file of its own here.
      define: { __SENTRY_DEBUG__: 'false', __SENTRY_EXCLUDE_REPLAY_WORKER__: 'true' },
      build: {
        outDir: out('renderer'),
        emptyOutDir: true,
        target: 'chrome130',
        minify: true,
        sourcemap: 'hidden',
        // Every file is on the disk beside the page: an inlined one would only need a wider CSP.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { index: `${import.meta.dirname}/renderer/index.html` },
          output: { charset: 'ascii' },
        },
      },
    },
    preload: commonJs('preload'),
    // A sandboxed preload is one file: what two of them share cannot be a third.
    diagnosticsPreload: commonJs('diagnosticsPreload', 'preload', {
      diagnosticsPreload: 'diagnostics/preload',
    }),
    // Telemetry begins after the first paint (telemetry/setup.ts).
    main: commonJs('main', 'main', { main: 'main', telemetry: 'telemetry/late' }),
  },
  test: {
    root: import.meta.dirname,
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['test/rooms.test.ts', 'test/{bench,electron,renderer}/**/*.test.{ts,tsx}'],
          exclude: [long, isolated],
          // One process for many files: half of the time went into starting one for each.
          isolate: false,
        },
      },
      {
        extends: true,
        // Sentry's SDK leaves hooks in its process.
        test: { ...unit, name: 'sdk', include: [isolated], exclude: [long] },
      },
      { extends: true, test: { ...e2e, name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: [long] } },
      {
        extends: true,
        test: {
          ...unit,
          name: 'long',
          include: ['test/{bench,electron,renderer}/**/*.long.test.ts'],
          testTimeout: 120_000,
        },
      },
      { extends: true, test: { ...e2e, name: 'e2e:long', include: ['test/e2e/**/*.long.test.ts'] } },
    ],
  },
});
