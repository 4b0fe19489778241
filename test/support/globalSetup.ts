/**
 * Runs before the end-to-end tests: prints the runtime, builds the apps and, on Linux, starts a display for each
 * worker. On a shared one windows would cover each other, and a covered one paints nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Display, howToInstall } from '../../electron/tool/setup/display.ts';
import { findElectron } from '../../electron/tool/setup/electron.ts';
import { startManagedDisplay } from './managedDisplay.ts';
import { buildApp, buildPagesApp } from './pagesApp.ts';
import { packagesOfSomeTests } from './programs.ts';

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

/** Says once which tests were left out for want of a program, and how to get it. */
function sayLeftOut({ vitest }: TestProject): void {
  const skipped = vitest.state.getTestModules().flatMap(({ children }) => [...children.allTests('skipped')]);
  const leftOut = Map.groupBy(skipped, (test) => test.meta().without);
  leftOut.delete(undefined);
  if (leftOut.size === 0) return;
  const counts = [...leftOut].map(([program, tests]) => `${tests.length} for want of ${program}`);
  console.log(`Tests were left out: ${counts.join(', ')}. ${howToInstall(packagesOfSomeTests())}`);
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { config, provide } = project;
  const { version, dist } = await findElectron();
  // A tool that a test runs might try a download.
  process.env.ELECTRON_OVERRIDE_DIST_PATH = dist;
  console.log(`end-to-end tests run on electron ${version}`);
  const run = await mkdtemp(join(tmpdir(), 'holdfast-run-'));
  provide('run', run);
  const count = process.platform === 'linux' ? Number(config.maxWorkers) : 0;
  const [app, ...displays] = await Promise.all([
    buildApp(),
    ...Array.from({ length: count }, () => startManagedDisplay()),
  ]);
  const pagesApp = await buildPagesApp(app.folder);
  provide('app', app.folder);
  provide('pagesApp', pagesApp.folder);
  provide(
    'displays',
    displays.map(({ env, picture }) => ({ env, picture })),
  );
  return async () => {
    sayLeftOut(project);
    for (const display of displays) display.stop();
    await Promise.all([app.remove(), pagesApp.remove(), rm(run, { recursive: true, force: true })]);
  };
}
