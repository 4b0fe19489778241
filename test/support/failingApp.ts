/** The app with pages that fail, built once for a test file. */
import { join } from 'node:path';
import type { AppCopy } from './brokenApp.ts';
import { buildPagesApp } from './pagesApp.ts';
import { addPrelude, CLOCK } from './recovery.ts';

/** Builds the project with the pages of `failingPages`. Its clock can be set. */
export async function buildFailingApp(): Promise<AppCopy> {
  const app = await buildPagesApp(join(import.meta.dirname, 'failingPages'));
  await addPrelude(app.folder, CLOCK);
  return app;
}
