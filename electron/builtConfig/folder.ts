import { join } from 'node:path';

/** The app's files beside the shell's `main`, `preload` and `renderer`. */
export const APP_FILES = {
  config: 'config.json',
  /** Folder of its own web build, and the analysis of that build. */
  web: 'web',
  webBuild: 'web.json',
  extension: 'extension.cjs',
  /** Its own options for the SDK in its pages, served as `/_holdfast/sentry.js`. */
  pageModule: 'renderer/_holdfast/sentry.js',
  /** Its icon for the shell's own pages, served as `/_holdfast/icon.png`. */
  icon: 'renderer/_holdfast/icon.png',
  licenses: 'THIRD-PARTY-LICENSES.txt',
} as const;

/** The folder above the one of main.cjs: the app folder, on the disk or inside app.asar. */
export const appFolder = (): string => join(import.meta.dirname, '..');
