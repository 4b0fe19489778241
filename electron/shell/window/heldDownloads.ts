/**
 * Downloads that nobody pressed for: the user is asked in the window. Meanwhile each is paused, because it cannot be begun
 * again: its Blob, or the form that it answers, may be gone then.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { app, type BrowserWindow, type DownloadItem, type WebContents } from 'electron';
import { log, logOnce } from '../../common/log.ts';
import * as TEXTS from '../../shared/texts.ts';
import { visibleWindow, windowOf } from './createWindow.ts';
import { lastPress } from './gestures.ts';

const texts = TEXTS.dialogs.download;

/** How many may wait: each holds a connection. */
const MAX_HELD = 50;

type End = 'completed' | 'cancelled' | 'interrupted';

/** One that the user wants: where it is, where it goes, and how it ended while it waited, if it did. */
export interface Held {
  file: string;
  target: string;
  end: End | undefined;
}

/** The open question of each window: the files that wait for its answer, and how it names them. */
const questions = new Map<BrowserWindow, { names: string[]; answer: Promise<boolean>; say(): void }>();
/** When the user said no, by page: until the next press there, its files are not asked about. */
const declined = new WeakMap<WebContents, number>();

let count = 0;

/** Returns a file of its own, in a folder beside the user's data, so that the file can be moved without a copy. */
function newFile(): string {
  const folder = join(app.getPath('userData'), 'Held Downloads');
  // Those of a run that was killed.
  if (count === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${process.pid}-${++count}`);
}

/** Returns whether the user is asked about it. @param begin called once it is wanted; without that it is cancelled */
export function hold(item: DownloadItem, contents: WebContents, begin: (held: Held) => void): boolean {
  const window = windowOf(contents) ?? visibleWindow();
  const isDeclined = (declined.get(contents) ?? -1) >= lastPress(contents);
  const known = window && questions.get(window);
  if (!window || isDeclined || (known && known.names.length >= MAX_HELD)) {
    const why = isDeclined ? 'the user wants none of this page' : `${MAX_HELD} others wait for the user`;
    logOnce(`A download that nobody pressed for was refused: ${why}.`);
    return false;
  }
  const { names, answer, say } = known ?? ask(window, contents);
  const [file, name] = [newFile(), item.getFilename()];
  let end: End | undefined;
  const forget = () => void rm(file, { force: true }).catch(log);
  item.setSavePath(file);
  item.pause();
  item.once('done', (_event, state) => {
    end = state;
    if (state !== 'completed') forget();
  });
  names.push(name);
  say();
  void answer.then((isWanted) => {
    if (isWanted) begin({ file, end, target: freePlace(name) });
    else if (end === undefined) item.cancel();
    else forget();
  });
  return true;
}

function ask(window: BrowserWindow, contents: WebContents) {
  const names: string[] = [];
  const text = () => texts.wants({ files: new Intl.ListFormat(TEXTS.language()).format(names) });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let tellAgain: ((text: string) => void) | undefined;
  const question = { names, answer: promise, say: () => tellAgain?.(text()) };
  questions.set(window, question);
  const answer = (isWanted: boolean) => {
    questions.delete(window);
    window.off('closed', cancel);
    resolve(isWanted);
  };
  const cancel = () => answer(false);
  window.once('closed', cancel);
  void import('./told.ts').then(({ tell }) => {
    if (window.isDestroyed()) return;
    const refuse = () => {
      if (!contents.isDestroyed()) declined.set(contents, performance.now());
      cancel();
    };
    tellAgain = tell(window, 'file', text(), [
      { label: texts.save, press: () => answer(true) },
      { label: TEXTS.dialogs.cancel, press: refuse },
    ]).say;
  });
  return question;
}

const given = new Set<string>();

/** Where a file goes without a question, each to a place of its own. */
export function freePlace(file: string): string {
  const { name, ext } = parse(file);
  for (let count = 0; ; count++) {
    const path = join(app.getPath('downloads'), count === 0 ? file : `${name} (${count})${ext}`);
    if (existsSync(path) || given.has(path)) continue;
    given.add(path);
    return path;
  }
}

/** Moves a complete file where it goes, also to another disk. */
export async function move({ file, target }: Held): Promise<void> {
  await rename(file, target).catch(() => copyFile(file, target));
  await rm(file, { force: true });
}
