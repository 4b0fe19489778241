import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Electron } from '../setup/electron.ts';
import type { DevTools } from './devTools.ts';
import { launchApp } from './launch.ts';

const PATIENCE_MS = 60_000;
/** How long DevTools may take to answer about a page. It never does for one that is replaced meanwhile. */
const ANSWER_MS = 5_000;
/** How long a loaded page may have no words: some only draw. */
const WORDLESS_MS = 10_000;
const MOST_LINES = 20;
/** How long a page may go on loading and changing: some never stop. */
const CHANGING_MS = 5_000;

/**
 * Starts the app in a window that nobody sees, prints its text, saves it as a picture, and ends it. Resolves to its exit
 * code.
 */
export async function show(
  electron: Electron,
  folder: string,
  picture: string,
  args: readonly string[],
  display: NodeJS.ProcessEnv,
): Promise<number> {
  const { devTools, ended, stop } = launchApp(electron, folder, args, { display, isAttachable: true });
  try {
    const early = ended.then((code) => {
      // As a second start does, which says so.
      if (code === 0) return undefined;
      throw new Error(`The app ended with ${code} before its window showed anything.`);
    });
    const text = await Promise.race([shownIn(devTools as DevTools, picture), early]);
    if (text) {
      const said = text.slice(0, MOST_LINES);
      if (text.length > said.length) said.push(`… and ${text.length - said.length} more lines`);
      console.log(
        `start: the window shows\n\n  ${said.join('\n  ')}\n\nstart: its picture is ${relative('', picture)}`,
      );
    }
  } finally {
    stop();
  }
  return await ended;
}

/** Whether the document has more than the frame of index.html, and its text. */
const LOOK = `({
  isLoaded: document.readyState === 'complete' && !document.querySelector('.fault-starting'),
  text: document.querySelector('.fault-starting') ? '' : (document.body?.innerText ?? ''),
})`;

/** Returns the lines of text in the first window once it has loaded and two pictures are alike, and saves the second. */
async function shownIn(devTools: DevTools, picture: string): Promise<string[]> {
  let problem: unknown;
  let last: Awaited<ReturnType<typeof lookAt>>;
  const began = performance.now();
  let words = began;
  for (; performance.now() - began < PATIENCE_MS; await pause(100)) {
    try {
      const late = pause(ANSWER_MS, undefined, { ref: false }).then(() => {
        throw new Error('it did not answer');
      });
      const isWordless = performance.now() - began > WORDLESS_MS;
      const seen = await Promise.race([lookAt(devTools, isWordless), late]);
      if (!last) words = performance.now();
      const isDone = seen?.isLoaded && last?.picture === seen.picture;
      last = seen;
      if (!seen || (!isDone && performance.now() - words < CHANGING_MS)) continue;
      await writeFile(picture, seen.picture, 'base64');
      return seen.lines;
    } catch (error) {
      // The page is navigating, or hangs.
      problem = error;
      last = undefined;
    }
  }
  throw new Error(`The app showed nothing in its window${problem ? ` (${problem})` : ''}.`);
}

/** Returns what the window shows, if anything yet; the picture is a PNG in base64. @param isWordless whether it may have no words */
async function lookAt(devTools: DevTools, isWordless: boolean) {
  const [page] = await devTools.pages();
  if (!page) return undefined;
  type Evaluated = { result: { value?: { text: string; isLoaded: boolean } } };
  const asked = { expression: LOOK, returnByValue: true };
  const { result } = await devTools.send<Evaluated>('Runtime.evaluate', asked, page);
  const { text = '', isLoaded = false } = result.value ?? {};
  const lines = text.split(/\s*\n\s*/).filter(Boolean);
  if (lines.length === 0 && !(isLoaded && isWordless)) return undefined;
  const { data } = await devTools.send<{ data: string }>('Page.captureScreenshot', {}, page);
  return { isLoaded, lines: lines.length > 0 ? lines : ['(no text)'], picture: data };
}
