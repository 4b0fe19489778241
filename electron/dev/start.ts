/**
 * `npm start [-- --pages DIR] [arguments]`: runs the built app until it quits. Without a display it prints what the
 * window shows, saves a picture of it and ends.
 */
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { whereItIs } from './chromiumLog.ts';
import type { DevTools } from './devTools.ts';
import { hasDisplay, startDisplay } from './display.ts';
import { type Electron, findElectron, project } from './electron.ts';
import { isAttachedTo, launch } from './launch.ts';
import { buildPages } from './pages.ts';

const PICTURE = join(project, '.build', 'window.png');
const PATIENCE_MS = 60_000;

async function start(args: string[]): Promise<number> {
  const electron = await findElectron();
  const where = hasDisplay() ? '' : ', on a display that nobody sees';
  console.log(`start: electron ${electron.version}${where}${whereItIs(args)}`);
  if (hasDisplay()) return await launch(electron, args).ended;
  const display = await startDisplay();
  process.on('exit', () => display.stop());
  // Then somebody attaches to its window, or there is none.
  const isOther = isAttachedTo(args) || args.includes('--diagnostics');
  if (isOther) return await launch(electron, args, { display: display.name }).ended;
  return await show(electron, args, display.name);
}

async function show(electron: Electron, args: string[], display: string): Promise<number> {
  const app = launch(electron, args, { display, isAttachable: true });
  try {
    const early = app.ended.then((code) => {
      throw new Error(`The app ended with ${code} before its window showed anything.`);
    });
    const text = await Promise.race([app.attach().then(shownIn), early]);
    console.log(
      `start: the window shows\n\n  ${text.join('\n  ')}\n\nstart: its picture is ${relative(project, PICTURE)}`,
    );
  } finally {
    app.stop();
  }
  return await app.ended;
}

/** The lines of text in the first window, once that is more than the frame of index.html. Saves its picture. */
async function shownIn(devTools: DevTools): Promise<string[]> {
  const expression = `document.querySelector('.fault-starting') ? '' : (document.body?.innerText ?? '')`;
  let problem: unknown;
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await pause(100)) {
    try {
      const [page] = await devTools.pages();
      if (!page) continue;
      type Evaluated = { result: { value?: string } };
      const { result } = await devTools.send<Evaluated>('Runtime.evaluate', { expression }, page);
      const lines = (result.value ?? '').split(/\s*\n\s*/).filter(Boolean);
      if (lines.length === 0) continue;
      const { data } = await devTools.send<{ data: string }>('Page.captureScreenshot', {}, page);
      await writeFile(PICTURE, data, 'base64');
      return lines;
    } catch (error) {
      // The page is navigating.
      problem = error;
    }
  }
  throw new Error(`The app showed nothing in its window${problem ? ` (${problem})` : ''}.`);
}

try {
  const { args } = await buildPages(process.argv.slice(2));
  process.exitCode = await start(args);
} catch (error) {
  console.error(`start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
