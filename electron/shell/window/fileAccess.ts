/** Files that the user picked, dropped or saved: pages read them, and are asked about once in a run before they change one. */
import { statSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { isInside } from '../../common/files.ts';
import * as TEXTS from '../../shared/texts.ts';
import { confirm } from '../app/messageBox.ts';

const texts = TEXTS.permissions;

/** Files and folders that pages may change until the app ends. */
const allowed = new Set<string>();
let asking: Promise<unknown> = Promise.resolve();

/** Whether pages may change it: the user said so, of it or of a folder around it. */
export const mayChange = (path: string): boolean =>
  [...allowed].some((one) => relative(one, path) === '' || isInside(one, path));

/** Asks the user whether pages may change it, one question after the other. */
export async function askToChange(path: string, window: BrowserWindow): Promise<boolean> {
  const asked = asking.then(async () => {
    if (mayChange(path)) return;
    const question = texts.fileQuestion({ name: app.name, file: basename(path) });
    if (await confirm(window, 'question', question, texts.fileDetail, texts.allow, texts.deny))
      allowed.add(path);
  });
  // The caller gets the error.
  asking = asked.catch(() => undefined);
  await asked;
  return mayChange(path);
}

/**
 * Allows changes to an empty file, in which nothing can be lost: Chromium has just made it after a Save dialog. From
 * Electron 40 on main is not told how the user picked a file.
 */
export function allowEmpty(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > 0) return false;
  allowed.add(path);
  return true;
}
