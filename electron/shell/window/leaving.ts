/** Leaving a page with unsaved work (`beforeunload`, or typed text): the user chooses Leave or Stay. */
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserWindow, MessageChannelMain, type WebContents } from 'electron';
import type { Origins } from '../../common/origins.ts';
import { HOLDS_CHANNEL, OPEN_CHANNEL, SEND_FORM_CHANNEL } from '../../shared/channels.ts';
import * as TEXTS from '../../shared/texts.ts';
import { closeAgain, isEnding } from '../app/lifecycle.ts';
import { confirm } from '../app/messageBox.ts';
import { navigationVerdict, type OnExternal } from './externalLinks.policy.ts';
import type { Step } from './history.ts';

/** Milliseconds after which the user has seen the question: closing again after that is an answer, before it impatience. */
const SEEN_MS = 2_000;
/** For this many milliseconds after Leave nobody is asked again. */
const FREE_MS = 5_000;

/** Until the page knows that it stays, which would also stop the next load, and the preload has said where it goes. */
const SETTLED_MS = 250;

/** A page that is busy for longer than this many milliseconds is asked by its guard, in its own time. */
const ANSWER_MS = 1_000;

interface LeavingOptions {
  origins: Origins;
  window: BrowserWindow;
  isLost(): boolean;
  /** The page stays, at least until the user has answered. */
  staying(): void;
  onExternal: OnExternal;
}

const leavings = new WeakMap<WebContents, ReturnType<typeof followLeaves>>();

/** Makes the page navigate there itself, so that its guard is asked. */
function goAsPage(contents: WebContents, url: string): void {
  if (!contents.isDestroyed()) contents.send(OPEN_CHANNEL, url);
}

/** Opens an address in place of the page, as the page itself would. */
export const openInPlace = (contents: WebContents, url: string): void =>
  leavings.get(contents)?.act(() => goAsPage(contents, url));

/** Whether the page holds typed text, as its preload says, that this would take; false if that does not answer. */
function holdsText(contents: WebContents, to?: Step['to']): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { port1, port2 } = new MessageChannelMain();
  const timer = setTimeout(resolve, ANSWER_MS, false);
  port1.once('message', ({ data }) => resolve(data === true));
  // The page's process has ended.
  port1.once('close', () => resolve(false));
  port1.start();
  contents.postMessage(HOLDS_CHANNEL, to, [port2]);
  return promise.finally(() => {
    clearTimeout(timer);
    port1.close();
  });
}

/** Asks before the page in this window is left. */
export function followLeaves({ origins, window, isLost, staying, onExternal }: LeavingOptions) {
  const { webContents: contents } = window;
  const { navigationHistory: history } = contents;
  /** What to repeat after Leave; undefined if the page navigates by itself. */
  let wanted: (() => void) | undefined;
  /** Where the page navigates by itself. `isForm`: it submits a form, whose fields only the page has. */
  let way: { address: string; isForm: boolean } | undefined;
  /** Nobody is asked until then, by the clock of `performance.now`. */
  let freeUntil = 0;
  /** An action runs about which the page has been asked. */
  let isActing = false;
  let isAsking = false;
  /** The page's last objection. */
  let settled: Promise<unknown> | undefined;
  /** When the open question appeared on the screen. */
  let shownAt = Number.POSITIVE_INFINITY;
  let index = 0;

  window.on('close', (event) => {
    // It only hides (desktop.ts).
    if (event.defaultPrevented) return;
    if (performance.now() - shownAt > SEEN_MS) free();
    wanted = closeAgain(window);
    if (isActing || isFree()) return;
    event.preventDefault();
    void begin(wanted);
  });
  contents.on('will-prevent-unload', (event) => {
    if (isFree()) return event.preventDefault();
    staying();
    settled = pause(SETTLED_MS);
    if (!isAsking) void ask(unnamed());
  });
  const arrived = () => {
    wanted = undefined;
    way = undefined;
    freeUntil = 0;
    index = history.getActiveIndex();
  };
  contents.on('did-navigate', arrived);
  contents.on('did-navigate-in-page', (_event, _address, isMainFrame) => isMainFrame && arrived());

  function free(): void {
    freeUntil = performance.now() + FREE_MS;
  }

  const isFree = () => performance.now() < freeUntil || isEnding() || isLost();

  /** Leaves the page. @param isDecided skips the question @param to for a step in the history, maybe inside the document */
  function act(action: () => void, isDecided = false, to?: Step['to']): void {
    wanted = action;
    if (isDecided) free();
    else freeUntil = 0;
    if (isFree()) action();
    else void begin(action, to);
  }

  const again = () => contents.reload();
  const reload = () => act(again);

  /**
   * Asks about typed text before the page hears of leaving: many pages end their work in `beforeunload`, after which a
   * browser always leaves. A page's own guard is asked by the action itself.
   */
  async function begin(action: () => void, to?: Step['to']): Promise<void> {
    const isHeld = await holdsText(contents, to);
    // It left meanwhile, or an open question is about this action now.
    if (window.isDestroyed() || wanted !== action || isAsking) return;
    if (isHeld) {
      staying();
      return await ask(action);
    }
    isActing = true;
    try {
      action();
    } finally {
      isActing = false;
    }
  }

  /** The page navigates by itself; `beforeunload` may follow. */
  function going(address: string, isForm: boolean): void {
    way = { address, isForm };
    wanted = undefined;
  }

  /** Guesses the action inside the event if neither main nor the preload has named it. */
  function unnamed(): () => void {
    const active = history.getActiveIndex();
    if (active !== index) return () => history.goToIndex(active);
    // A frame of the page navigates, or the app's own code loads something: after Leave each can do it again itself.
    const isUnknown = contents.mainFrame.frames.length > 0 || contents.isLoadingMainFrame();
    return () => isUnknown || window.close();
  }

  /** Returns the action that the page prevented. A link out of the app does not leave the page. */
  function prevented(guess: () => void): (() => void) | undefined {
    if (wanted) return wanted;
    if (!way) return guess;
    const { address, isForm } = way;
    way = undefined;
    const verdict = navigationVerdict(address, origins.ownerOf(address));
    if (verdict === 'external') onExternal(address, contents, true);
    if (verdict !== 'app' && verdict !== 'guest') return undefined;
    if (isForm) return () => contents.send(SEND_FORM_CHANNEL);
    // Its own address may have a fragment, which would not load the document again.
    if (address !== contents.getURL()) return () => goAsPage(contents, address);
    // did-fail-load reports the reason.
    return () => void contents.loadURL(address).catch(() => undefined);
  }

  async function ask(guess: () => void): Promise<void> {
    isAsking = true;
    try {
      await settled;
      wanted = prevented(guess);
      if (!wanted) return;
      const { question, reload: onReload, detail, leave, stay } = TEXTS.dialogs.leaving;
      shownAt = performance.now();
      // It may be closed to the tray.
      if (!window.isVisible()) window.show();
      const [asked, yes] = wanted === again ? [onReload, TEXTS.pages.reload] : [question, leave];
      const isLeave = await confirm(window, 'question', asked, detail, yes, stay);
      // Another action may have been requested meanwhile, and the page may just have objected to it.
      if (isLeave) await settled;
      const action = isLeave && !window.isDestroyed() ? prevented(guess) : undefined;
      wanted = undefined;
      // It stays known until the page has left: a slow one may object once more.
      if (action) act(action, true);
    } finally {
      isAsking = false;
      shownAt = Number.POSITIVE_INFINITY;
    }
  }

  const own = { act, reload, going };
  leavings.set(contents, own);
  return own;
}
