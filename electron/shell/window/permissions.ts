/**
 * What pages may use of the system: the setting decides, then the user, who is asked once and can change it in the menu.
 * Before they change a file that the user picked or dropped, the user is asked once in a run.
 */
import { statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { app, type BrowserWindow, type PermissionRequest, type Session, type WebContents } from 'electron';
import * as v from 'valibot';
import { ASKED, type Asked, PERMISSIONS } from '../../builtConfig/settingsSchema/permissionDecisions.ts';
import { isInside } from '../../common/files.ts';
import { logOnce } from '../../common/log.ts';
import { isApp, type Origins } from '../../common/origins.ts';
import { stateFile } from '../../common/stateFile.ts';
import * as TEXTS from '../../shared/texts.ts';
import { confirm } from '../app/messageBox.ts';
import { visibleWindow, windowOf } from './createWindow.ts';
import { takeGesture } from './gestures.ts';
import { namesOf, permissionVerdict } from './permissions.policy.ts';

const texts = TEXTS.permissions;

const ANSWERS = { answers: v.record(v.picklist(ASKED), v.boolean()) };

let asking: Promise<unknown> = Promise.resolve();

/** Asks when earlier questions are answered. The caller gets the error. */
function inTurn(ask: () => Promise<void>): Promise<void> {
  const asked = asking.then(ask);
  asking = asked.catch(() => undefined);
  return asked;
}

export type Permissions = ReturnType<typeof setupPermissions>;

export function setupPermissions(userData: string, listed: readonly string[] = []) {
  const file = stateFile(join(userData, 'permissions.json'), ANSWERS);
  /** What the setting `permissions` lists and the user is asked about. */
  const names = ASKED.filter((name) => listed.includes(name));
  const listeners: (() => void)[] = [];
  let answers: Partial<Record<Asked, boolean>> | undefined;

  const read = () => (answers ??= (names.length > 0 && file.read()?.answers) || {});

  /** The user's answer; undefined if there is none yet. */
  const answer = (name: string): boolean | undefined => read()[name as Asked];

  /** Asks about permissions without an answer, one after the other. Resolves to whether all are allowed. */
  async function ask(wanted: readonly string[], contents: WebContents): Promise<boolean> {
    await inTurn(async () => {
      for (const name of names) {
        if (!wanted.includes(name) || answer(name) !== undefined) continue;
        const window = windowOf(contents);
        if (!window) return;
        const question = texts.question[name]({ name: app.name });
        choose(name, await confirm(window, 'question', question, texts.detail, texts.allow, texts.deny));
      }
    });
    return wanted.every((name) => answer(name) ?? !names.includes(name as Asked));
  }

  function choose(name: Asked, isAllowed: boolean): void {
    answers = { ...read(), [name]: isAllowed };
    file.write({ answers });
    for (const listener of listeners) listener();
  }

  return { names, answer, ask, choose, onChange: (listener: () => void) => void listeners.push(listener) };
}

/** Files and folders that pages may change until the app ends, with what is in them. */
const allowed = new Set<string>();

const mayChange = (path: string): boolean =>
  [...allowed].some((one) => relative(one, path) === '' || isInside(one, path));

async function askToChange(path: string, window: BrowserWindow): Promise<boolean> {
  await inTurn(async () => {
    if (mayChange(path)) return;
    const question = texts.fileQuestion({ name: app.name, file: basename(path) });
    if (await confirm(window, 'question', question, texts.fileDetail, texts.allow, texts.deny))
      allowed.add(path);
  });
  return mayChange(path);
}

/**
 * Allows changes to an empty file, in which nothing can be lost: Chromium has just made it after a Save dialog. From
 * Electron 40 on main is not told how the user picked a file.
 */
function allowEmpty(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > 0) return false;
  allowed.add(path);
  return true;
}

/** Returns the frame that asks. Electron says only where it is: with the others there, which must then be the app's too. */
function askersOf({ mainFrame }: WebContents, { isMainFrame, requestingUrl }: PermissionRequest) {
  return isMainFrame ? [mainFrame] : mainFrame.framesInSubtree.filter(({ url }) => url === requestingUrl);
}

/** Says what a page was refused, and the setting that allows it. */
function refusalOf(names: readonly string[], isOwn: boolean): string {
  const isListed = names.every((name) => (PERMISSIONS as readonly string[]).includes(name));
  const setting = isListed ? `permissions: ${JSON.stringify(names)} in the settings` : 'no setting';
  const why = isOwn ? `${setting} allows it` : "only the app's own pages get permissions";
  return `A page was refused ${names.join(' and ')}: ${why}.`;
}

/**
 * From Electron 40 on a page that changes a file is only checked, which answers at once: this time it may not, and the
 * user's answer is for the next. (its browser/file_system_access/file_system_access_permission_context.cc)
 */
function askLater(path: string): false {
  const window = visibleWindow();
  // Rejects if its window is gone.
  if (window && takeGesture(window.webContents)) void askToChange(path, window).catch(() => undefined);
  else
    logOnce(
      'A page may not change a file without a press: settings: { permissions: ["fileSystem"] } allows it.',
    );
  return false;
}

/** Electron's security checklist, 5: without a handler Electron grants all. Call it before the session's first window. */
export function limitPermissions(
  session: Session,
  granted: readonly string[],
  user: Pick<Permissions, 'answer' | 'ask'>,
  origins: Origins,
): void {
  const { askerIn, ownerOf } = origins;
  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    const media = ('mediaTypes' in details && details.mediaTypes) || [];
    const names = namesOf(permission, media);
    const askers = askersOf(contents, details);
    const isGranted = askers.every((frame) => permissionVerdict(permission, askerIn(frame), granted, media));
    if (!isGranted || askers.length === 0) {
      const isOwn = askers.length > 0 && askers.every((frame) => isApp(askerIn(frame)));
      logOnce(refusalOf(names.length > 0 ? names : [permission], isOwn));
      return callback(false);
    }
    const refuse = () => callback(false);
    if (!('fileAccessType' in details) || details.fileAccessType !== 'writable')
      return void user.ask(names, contents).then(callback, refuse);
    const { filePath = '' } = details;
    const window = windowOf(contents);
    if (granted.includes('fileSystem')) return callback(true);
    if (!window) return refuse();
    // Rejects if its window is gone.
    void askToChange(filePath, window).then(callback, refuse);
  });
  // Never answers "denied", which would keep a page from asking.
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    const { mediaType, fileAccessType, filePath = '' } = details;
    const media = mediaType ? [mediaType] : [];
    if (!permissionVerdict(permission, ownerOf(origin), granted, media)) return false;
    if (fileAccessType === 'writable')
      return (
        granted.includes('fileSystem') || mayChange(filePath) || allowEmpty(filePath) || askLater(filePath)
      );
    return namesOf(permission, media).every((name) => user.answer(name) !== false);
  });
}
