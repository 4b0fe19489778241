/** The app with pages that fail, built once for a test file. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from './app.ts';
import type { AppCopy } from './brokenApp.ts';
import { addPrelude, CLOCK } from './recovery.ts';

/** Builds the project with the pages of `failingPages` into a folder. Its clock can be set. */
export async function buildFailingApp(): Promise<AppCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-failing-'));
  await cp(join(PROJECT, 'package.json'), join(folder, 'package.json'));
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOLDFAST_PAGES: join(import.meta.dirname, 'failingPages'),
  };
  // In a process of its own: a build inside of the test runner takes over parts of the runner's transforms.
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'buildInto.ts'), folder], { env });
  await addPrelude(folder, CLOCK);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
