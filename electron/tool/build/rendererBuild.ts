import { builtinModules } from 'node:module';
import type { BuildOptions } from 'vite';
import { buildDay } from '../setup/buildTime.mjs';
import { holdfastFolder } from '../setup/packages.ts';

/** Variable with a pages folder other than renderer/pages, relative to the current folder. */
export const PAGES_VARIABLE = 'HOLDFAST_PAGES';
/** The folder of the built shell for such pages. */
export const SHELL_VARIABLE = 'HOLDFAST_SHELL';

/** Never bundled for Electron: Electron itself and Node's own modules. */
export const EXTERNAL = ['electron', /^electron\//, /^node:/, ...builtinModules];

/** The oldest Chromium that runs the shell's pages: Electron 33's. */
export const CHROMIUM = 'chrome130';

/** What is fixed in the shell's code when it is built. */
export const rendererDefine = () => ({
  BUILD_DAY: buildDay(holdfastFolder()),
  // Leaves out the SDK's debug messages, and its replay worker: main compresses.
  __SENTRY_DEBUG__: 'false',
  __SENTRY_EXCLUDE_REPLAY_WORKER__: 'true',
});

export const RENDERER_BUILD = {
  // Separate from the files of an app's own build.
  assetsDir: '_holdfast',
  emptyOutDir: true,
  target: CHROMIUM,
  minify: true,
  sourcemap: 'hidden',
  // Every file is on disk: inlining would only require a wider CSP.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
} as const satisfies BuildOptions;
