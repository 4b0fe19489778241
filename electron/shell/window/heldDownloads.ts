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

interface Waiting {
  item: DownloadItem;
  name: string;
  file: string;
  end?: End;
  begin(held: Held): void;
}

/** The open question of each window, and how it says which files wait. */
const questions = new Map<BrowserWindow, { waiting: Waiting[]; say(): void }>();
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

/**
 * Asks the user about a download.
 * @param begin called once the user wants it; without that it is cancelled
 * @returns false if it may not even be asked about
 */
export function hold(item: DownloadItem, contents: WebContents, begin: Waiting['begin']): boolean {
  const window = windowOf(contents) ?? visibleWindow();
  const isDeclined = (declined.get(contents) ?? -1) >= lastPress(contents);
  const question = window && questions.get(window);
  if (!window || isDeclined || (question && question.waiting.length >= MAX_HELD)) {
    const why = isDeclined ? 'the user wants none of this page' : `${MAX_HELD} others wait for the user`;
    logOnce(`A download that nobody pressed for was refused: ${why}.`);
    return false;
  }
  const waiting: Waiting = { item, name: item.getFilename(), file: newFile(), begin };
  item.setSavePath(waiting.file);
  item.pause();
  item.once('done', (_event, state) => {
    waiting.end = state;
    if (state !== 'completed') forget(waiting);
  });
  if (question) {
    question.waiting.push(waiting);
    question.say();
  } else ask(window, contents, waiting);
  return true;
}

/** A file of a download that ended is nobody's. */
const forget = ({ file }: Waiting): void => void rm(file, { force: true }).catch(log);

function ask(window: BrowserWindow, contents: WebContents, first: Waiting): void {
  const waiting = [first];
  const names = () => new Intl.ListFormat(TEXTS.language()).format(waiting.map(({ name }) => name));
  const question = { waiting, say: (): void => undefined };
  questions.set(window, question);
  const close = () => {
    questions.delete(window);
    window.off('closed', cancel);
  };
  const cancel = () => {
    close();
    for (const one of waiting) {
      if (one.end === undefined) one.item.cancel();
      else forget(one);
    }
  };
  window.once('closed', cancel);
  void import('./told.ts').then(({ tell }) => {
    if (window.isDestroyed()) return;
    const text = () => texts.wants({ files: names() });
    const { say } = tell(window, 'file', text(), [
      {
        label: texts.save,
        press() {
          close();
          for (const { begin, file, name, end } of waiting) begin({ file, end, target: freePlace(name) });
        },
      },
      {
        label: TEXTS.dialogs.cancel,
        press() {
          if (!contents.isDestroyed()) declined.set(contents, performance.now());
          cancel();
        },
      },
    ]);
    question.say = () => say(text());
  });
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
