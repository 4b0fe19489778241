import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { debugIds } from './electron/tool/build/debugIds.ts';
import { documents } from './electron/tool/build/documents.ts';
import { licenses } from './electron/tool/build/licenses.ts';
import { pageScript } from './electron/tool/build/pageScript.ts';
import { EXTERNAL, RENDERER_BUILD, rendererDefine } from './electron/tool/build/rendererBuild.ts';
import { routes } from './electron/tool/build/routes.ts';
import { texts } from './electron/tool/texts/textsPlugin.ts';

const at = (path: string) => `${import.meta.dirname}/${path}`;
const out = (name: string) => at(`.build/${name}`);
/** A folder of the npm package beside the shell. */
const library = (name: string, target: string) => ({
  ...{ outDir: out(name), emptyOutDir: true, copyPublicDir: false },
  ...{ target, minify: false as const },
});
const define = rendererDefine();
const bundled = licenses(import.meta.dirname, out(''));

/** For main and preload: CommonJS that bundles everything except Electron and Node. */
const commonJs = (name: 'main' | 'preload') => ({
  consumer: 'server' as const,
  // Removes the SDK's debug messages.
  define: { __SENTRY_DEBUG__: 'false' },
  resolve: { noExternal: true as const },
  build: {
    outDir: out(name),
    emptyOutDir: true,
    copyPublicDir: false,
    // The texts of the languages.
    emitAssets: true,
    target: 'node20',
    minify: true,
    sourcemap: 'hidden' as const,
    rolldownOptions: {
      input: { [name]: at(`electron/${name}.ts`) },
      external: EXTERNAL,
      output: {
        format: 'cjs' as const,
        // V8 stores other sources in twice the memory.
        charset: 'ascii' as const,
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name]-[hash].cjs',
        // One file for everything that a start reads at once, and one for the outbox: each further one takes time.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial' as const] },
            { name: 'outbox', test: /telemetry\/(?:outbox\/|saved)/ },
          ],
        },
      },
    },
  },
});

/** For CommonJS in TypeScript, which may not require what has types of a module. */
const COMMON_JS_TYPES = `import type * as all from '../types/electron/telemetry/limited.d.ts' with { 'resolution-mode': 'import' };
export declare const limited: typeof all.limited;
export declare const setConsent: typeof all.setConsent;
export type Consent = all.Consent;
export type LimitedOptions = all.LimitedOptions;
`;

/** Each in a process of its own: they load Sentry's SDK, which leaves hooks there. */
const isolated =
  'test/electron/telemetry/{sentry/!(events|lastRun|transport),replay/!(gate*|recording)}.test.ts';
const unit = {
  environment: 'node' as const,
  setupFiles: 'test/support/unitSetup.ts',
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Shared machines sometimes stall for many seconds. Only a failure waits that long.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

const e2e = {
  environment: 'node' as const,
  // A worker of its own for each file would load the same modules again. What a file leaves behind ends in workerSetup.
  isolate: false,
  // They mostly wait for windows and servers; the unit tests run before them.
  maxWorkers: Math.min(4 * availableParallelism(), 12),
  sequence: { groupOrder: 1 },
  globalSetup: 'test/support/globalSetup.ts',
  setupFiles: 'test/support/workerSetup.ts',
  testTimeout: 180_000,
  // Packing an app takes minutes on a busy machine.
  hookTimeout: 360_000,
  // The same as PATIENCE_MS in test/support/until.ts.
  expect: { poll: { timeout: 60_000, interval: 100 } },
};
/** For `npm run test:long`; test/README.md says when to run it. */
const long = '**/*.long.test.ts';

export default defineConfig({
  root: at('renderer'),
  base: '/',
  define: { BUILD_DAY: define.BUILD_DAY },
  plugins: [routes(), pageScript(bundled), documents(), texts(), debugIds(), bundled],
  builder: {
    // The renderer first, because main contains documents made from it.
    buildApp: async (builder) => {
      for (const name of ['client', 'preload', 'main', 'tool', 'sentry']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
  environments: {
    client: {
      define,
      build: {
        ...RENDERER_BUILD,
        outDir: out('renderer'),
        rolldownOptions: {
          input: { index: at('renderer/index.html') },
          output: { charset: 'ascii' },
        },
      },
    },
    preload: commonJs('preload'),
    main: commonJs('main'),
    // The tool in the npm package, because Node strips no types below node_modules.
    tool: {
      consumer: 'server',
      // Only the framework's checks of routes.
      resolve: { noExternal: ['next'] },
      build: {
        ...library('tool', 'node22'),
        rolldownOptions: {
          input: {
            cli: at('electron/tool/cli.ts'),
            config: at('electron/tool/configFile/defineConfig.ts'),
            main: at('electron/shell/extension/main.ts'),
            telemetry: at('electron/shell/extension/telemetry.ts'),
            sign: at('electron/tool/pack/sign.ts'),
          },
          // Its dependencies are installed with it.
          external: [...EXTERNAL, /^(?!next\/)[@\w][^:]*$/],
          // All in one folder, so that `import.meta.dirname` is as far from the package's root as in electron/tool.
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
    // `holdfast/sentry`, for the main process of any app, which has the SDK. It bundles the SDK's core: what the app has
    // of that name may belong to another SDK. Copies of one version share their state.
    sentry: {
      consumer: 'server',
      resolve: { noExternal: ['@sentry/core'] },
      build: {
        ...library('sentry', 'node20'),
        rolldownOptions: {
          input: { limited: at('electron/telemetry/limited.ts') },
          external: [...EXTERNAL, /^(?!@sentry\/core$)[@\w][^:]*$/],
          plugins: [
            {
              name: 'holdfast-common-js-types',
              generateBundle() {
                this.emitFile({ type: 'asset', fileName: 'limited.d.cts', source: COMMON_JS_TYPES });
              },
            },
          ],
          output: [
            { format: 'cjs', entryFileNames: '[name].cjs' },
            { format: 'es', entryFileNames: '[name].mjs' },
          ],
        },
      },
    },
  },
  test: {
    root: import.meta.dirname,
    // The same order on every machine: with cached durations the longest files run first, and they all wait at once.
    cache: false,
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['test/rooms.test.ts', 'test/{bench,electron,renderer}/**/*.test.{ts,tsx}'],
          exclude: [long, isolated],
          // One process for all files: starting one for each took half of the time.
          isolate: false,
        },
      },
      {
        extends: true,
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
