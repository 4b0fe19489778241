/**
 * `npm run dev [-- arguments]`: runs the app, and builds it again whenever a source changes. A change in the renderer
 * reloads the window; one in main or preload restarts the app. It always runs the build that ships. Ends when the app
 * quits.
 */
import { readdirSync, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { whereItIs } from './chromiumLog.ts';
import { hasDisplay, startDisplay } from './display.ts';
import { findElectron, project } from './electron.ts';
import { type Launched, launch } from './launch.ts';
import { buildApp, buildPages } from './pages.ts';

/** Milliseconds without a further change before a build: editors write a file in several steps. */
const SETTLE_MS = 100;

const log = (line: string) => console.log(`dev: ${line}`);
const { args } = await buildPages(process.argv.slice(2)).catch((error: Error) => {
  log(error.message);
  process.exit(1);
});
const electron = await findElectron();
log(`electron ${electron.version}${whereItIs(args)}`);
const display = hasDisplay() ? undefined : await startDisplay();
process.on('exit', () => display?.stop());

let app: Launched;
let isRestarting = false;
run();

function run(): void {
  app = launch(electron, args, { isAttachable: true, ...(display && { display: display.name }) });
  app.ended.then(
    (code) => {
      if (!isRestarting) process.exit(code);
      isRestarting = false;
      run();
    },
    (error) => {
      process.stderr.write(`dev: ${error.message}\n`);
      process.exit(1);
    },
  );
}

/**
 * The code of main and preload, to see whether it changed: without the renderer's file names in main's error documents,
 * and without debug ids.
 */
async function outside(): Promise<string> {
  const files = ['main', 'preload'].map((name) => join(project, '.build', name, `${name}.cjs`));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.join('\n').replaceAll(/\/_holdfast\/[\w.-]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '');
}

async function buildAgain(): Promise<void> {
  const before = await outside();
  const started = performance.now();
  try {
    await buildApp();
  } catch (error) {
    // The app keeps running; the next change may fix it.
    log(`the app stays as it was: ${(error as Error).message}`);
    return;
  }
  const took = `built in ${((performance.now() - started) / 1000).toFixed(1)} s`;
  if ((await outside()) === before) {
    const devTools = await app.attach();
    const pages = await devTools.pages();
    await Promise.all(pages.map((page) => devTools.send('Page.reload', {}, page)));
    devTools.close();
    log(`${took}, ${pages.length === 1 ? 'the window' : `${pages.length} windows`} reloaded`);
  } else {
    log(`${took}, the app starts again`);
    isRestarting = true;
    app.stop();
  }
}

let timer: NodeJS.Timeout | undefined;
let building: Promise<void> = Promise.resolve();
const changed = () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    building = building.then(buildAgain).catch((error) => log(error.message));
  }, SETTLE_MS);
};
const folders = ['electron', 'renderer'].map((name) => join(project, name));
const { HOLDFAST_PAGES } = process.env;
if (HOLDFAST_PAGES) {
  // Pages import from there as `@/…`.
  const beside = dirname(resolve(HOLDFAST_PAGES));
  const isSource = (name: string) => !name.startsWith('.') && name !== 'node_modules';
  for (const entry of readdirSync(beside, { withFileTypes: true }))
    if (entry.isDirectory() && isSource(entry.name)) folders.push(join(beside, entry.name));
}
for (const folder of folders) watch(folder, { recursive: true }, changed);
log(`watching ${folders.join(', ')}`);
