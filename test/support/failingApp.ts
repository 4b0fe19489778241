/** The app with pages that fail. */
import { join } from 'node:path';
import type { AppCopy } from './brokenApp.ts';
import { copyPagesApp } from './pagesApp.ts';
import { addPrelude, CLOCK } from './recovery.ts';

/** A copy of the app with the pages of `failingPages`, and a clock that tests can set. */
export async function copyFailingApp(): Promise<AppCopy> {
  const app = await copyPagesApp(join(import.meta.dirname, 'failingPages'));
  await addPrelude(app.folder, CLOCK);
  return app;
}
