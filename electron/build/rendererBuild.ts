/** What the builds of this repository and those of apps have in common. */
import { builtinModules } from 'node:module';
import type { BuildOptions } from 'vite';

/** Variable with a pages folder other than renderer/pages, relative to the current folder. */
export const PAGES_VARIABLE = 'HOLDFAST_PAGES';
/** For an app in its own repository: the folder of the built shell, and the output folder. */
export const SHELL_VARIABLE = 'HOLDFAST_SHELL';
export const OUT_VARIABLE = 'HOLDFAST_OUT';

/** Never bundled for Electron: Electron itself and Node's own modules. */
export const EXTERNAL = ['electron', /^electron\//, /^node:/, ...builtinModules];

/** The oldest Chromium that runs the shell's pages: Electron 33's. */
export const CHROMIUM = 'chrome130';

export const RENDERER_DEFINE = {
  // biome-ignore lint/plugin: the day of the build is the wall clock's; to the day, so that builds of one are identical
  BUILD_DAY: Date.now() - (Date.now() % 86_400_000),
  // Leaves out the SDK's debug messages, and its replay worker: main compresses.
  __SENTRY_DEBUG__: 'false',
  __SENTRY_EXCLUDE_REPLAY_WORKER__: 'true',
};

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
