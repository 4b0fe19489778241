/** The items of Electron's security checklist that a running app can show, and the app's own walls, by name. */
import type { Checks, MatrixApp } from './app.ts';
import { CONTENT } from './content.ts';
import { NAVIGATION } from './navigation.ts';
import { ORIGIN } from './origin.ts';
import { PREFERENCES } from './preferences.ts';

export const CHECKS: Checks = { ...PREFERENCES, ...CONTENT, ...NAVIGATION, ...ORIGIN };

/** Runs one of them. Rejects if the app is not as it should be. */
export async function run(app: MatrixApp, name: string): Promise<void> {
  // Whatever a weakness has let happen.
  await app.main(`electron.BrowserWindow.getAllWindows()[0].loadURL('app://shell/').catch(String)`);
  await app.shows('This page could not be found.');
  app.asked.length = 0;
  await CHECKS[name]?.(app);
}
