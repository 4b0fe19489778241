/**
 * Runs before the end-to-end tests: prints the runtime, builds the apps and, on Linux, starts a display for each
 * worker. On a shared one windows would cover each other, and a covered one paints nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Display, startDisplay } from '../../electron/setup/display.ts';
import { findElectron } from '../../electron/setup/electron.ts';
import { buildApp, buildPagesApp } from './pagesApp.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A display for each worker, by number; none on systems without X. */
    displays: Pick<Display, 'env' | 'picture'>[];
    /** A folder shared by test files. */
    run: string;
    /** The folder of the app without pages. */
    app: string;
    /** The folder of the app with the example pages. */
    pagesApp: string;
  }
}

export default async function setup({ config, provide }: TestProject): Promise<() => Promise<void>> {
  const { version, dist } = await findElectron();
  // Looked at once: each worker, and each tool that a test runs, would read its 262 MB again.
  process.env.ELECTRON_OVERRIDE_DIST_PATH = dist;
  console.log(`end-to-end tests run on electron ${version}`);
  const run = await mkdtemp(join(tmpdir(), 'holdfast-run-'));
  provide('run', run);
  const count = process.platform === 'linux' ? Number(config.maxWorkers) : 0;
  const [app, ...displays] = await Promise.all([
    buildApp(),
    ...Array.from({ length: count }, () => startDisplay({ managed: true })),
  ]);
  const pagesApp = await buildPagesApp(app.folder);
  provide('app', app.folder);
  provide('pagesApp', pagesApp.folder);
  provide(
    'displays',
    displays.map(({ env, picture }) => ({ env, picture })),
  );
  return async () => {
    for (const display of displays) display.stop();
    await Promise.all([app.remove(), pagesApp.remove(), rm(run, { recursive: true, force: true })]);
  };
}
