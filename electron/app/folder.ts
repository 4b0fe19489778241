/** Where the app's own files are. */
import { join } from 'node:path';

/**
 * The folder above the one of main.cjs: the app folder, on the disk or inside app.asar. It holds `config.json`, `main`,
 * `preload`, `renderer`, and of an app that moved in `web`, `web.json` and `extension.cjs`.
 */
export const appFolder = (): string => join(import.meta.dirname, '..');
