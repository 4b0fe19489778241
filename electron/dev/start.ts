/**
 * `npm start [-- --pages DIR] [arguments]`: runs the built app until it quits. Where nobody could see its window, it prints what the
 * window shows, keeps a picture of it and ends.
 */
import { join, relative } from 'node:path';
import { whereItIs } from './chromiumLog.ts';
import { hasDisplay, startDisplay } from './display.ts';
import { type Electron, findElectron, project } from './electron.ts';
import { attach, devToolsAddress, isAttachedTo, launch } from './launch.ts';
import { applySettings, buildPages } from './pages.ts';

const PICTURE = join(project, '.build', 'window.png');
const PATIENCE_MS = 60_000;

async function start(args: string[]): Promise<number> {
  const electron = await findElectron();
  const where = hasDisplay() ? '' : ', on a display that nobody sees';
  console.log(`start: electron ${electron.version}${where}${whereItIs(args)}`);
  if (hasDisplay()) return await launch(electron, args).ended;
  const display = await startDisplay();
  process.on('exit', () => display.stop());
  // Whoever attaches sees its window, and what only prints opens none.
  const isOther = isAttachedTo(args) || args.includes('--diagnostics');
  if (isOther) return await launch(electron, args, { display: display.name }).ended;
  return await show(electron, args, display.name);
}

async function show(electron: Electron, args: string[], display: string): Promise<number> {
  const app = launch(electron, args, { display, isAttachable: true });
  try {
    const browser = await attach(await devToolsAddress(app));
    const [context] = browser.contexts();
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page', { timeout: PATIENCE_MS }));
    if (!page) throw new Error('The app opened no window.');
    // The frame of index.html stands there until a page or a fault is painted.
    await page.waitForFunction(
      () => document.body?.innerText.trim() && !document.querySelector('.fault-starting'),
      undefined,
      { timeout: PATIENCE_MS },
    );
    await page.screenshot({ path: PICTURE });
    const text = (await page.locator('body').innerText()).split(/\s*\n\s*/).filter(Boolean);
    console.log(
      `start: the window shows\n\n  ${text.join('\n  ')}\n\nstart: its picture is ${relative(project, PICTURE)}`,
    );
    app.stop();
    // Only then: the app waits for its clients to leave.
    await browser.close();
  } catch (error) {
    app.stop();
    throw error;
  }
  return await app.ended;
}

try {
  const { args, own } = await buildPages(process.argv.slice(2));
  await applySettings(own);
  process.exitCode = await start(args);
} catch (error) {
  console.error(`start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
