/** Where the app's own files are. */
import { join } from 'node:path';

/** An app's files beside the shell's `main`, `preload` and `renderer`. */
export const APP_FILES = {
  config: 'config.json',
  /** Folder of its own web build, and what is known about that. */
  web: 'web',
  webBuild: 'web.json',
  /** Its own code in main. */
  extension: 'extension.cjs',
  /** Its own options for the SDK in its pages: served as `/_holdfast/sentry.js`. */
  pageModule: 'renderer/_holdfast/sentry.js',
  /** The licences of other people's packages in it. */
  licenses: 'THIRD-PARTY-LICENSES.txt',
} as const;

/** The folder above the one of main.cjs: the app folder, on the disk or inside app.asar. */
export const appFolder = (): string => join(import.meta.dirname, '..');
