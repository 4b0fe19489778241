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

/**
 * Milliseconds until the page knows that it stays (which would also stop the next load), and until the preload has
 * reported where the page navigates.
 */
const SETTLED_MS = 250;

/** A page that is busy for longer than this many milliseconds is asked by its guard, in its own time. */
const ANSWER_MS = 1_000;

export interface LeavingOptions {
  origins: Origins;
  window: BrowserWindow;
  /** Whether nothing can be lost: the window shows an error page, or nothing. */
  isLost(): boolean;
  /** The page stays, at least until the user has answered. */
  staying(): void;
  onExternal: OnExternal;
}

const leavings = new WeakMap<WebContents, Leaving>();

/** Makes the page navigate there itself, so that its guard is asked. */
function goAsPage(contents: WebContents, url: string): void {
  if (!contents.isDestroyed()) contents.send(OPEN_CHANNEL, url);
}

/** Opens an address in place of the page, as the page itself would. */
export function openInPlace(contents: WebContents, url: string): void {
  leavings.get(contents)?.act(() => goAsPage(contents, url));
}

/**
 * Whether the page holds typed text that this would take. Only its preload knows; false if that does not answer.
 * @param to a step in the history, which may lead to the same document
 */
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

export class Leaving {
  readonly #options: LeavingOptions;
  /** What to repeat after Leave; undefined if the page navigates by itself. */
  #act: (() => void) | undefined;
  /** Where the page navigates by itself. `isForm`: it submits a form, whose fields only the page has. */
  #going: { address: string; isForm: boolean } | undefined;
  /** Nobody is asked until then, by the clock of `performance.now`. */
  #freeUntil = 0;
  /** An action runs about which the page has been asked. */
  #isActing = false;
  #isAsking = false;
  /** Resolves when the page's last objection has settled. */
  #settled: Promise<unknown> | undefined;
  /** When the open question appeared on the screen. */
  #shownAt = Number.POSITIVE_INFINITY;
  #index = 0;

  constructor(options: LeavingOptions) {
    this.#options = options;
    const { window, staying } = options;
    const contents = window.webContents;
    leavings.set(contents, this);
    window.on('close', (event) => {
      // It only hides (desktop.ts).
      if (event.defaultPrevented) return;
      if (performance.now() - this.#shownAt > SEEN_MS) this.#free();
      this.#act = closeAgain(window);
      if (this.#isActing || this.#isFree) return;
      event.preventDefault();
      void this.#begin(this.#act);
    });
    contents.on('will-prevent-unload', (event) => {
      if (this.#isFree) return event.preventDefault();
      staying();
      this.#settled = pause(SETTLED_MS);
      if (!this.#isAsking) void this.#ask(this.#unnamed());
    });
    const arrived = () => {
      this.#act = undefined;
      this.#going = undefined;
      this.#freeUntil = 0;
      this.#index = contents.navigationHistory.getActiveIndex();
    };
    contents.on('did-navigate', arrived);
    contents.on('did-navigate-in-page', (_event, _address, isMainFrame) => isMainFrame && arrived());
  }

  #free(): void {
    this.#freeUntil = performance.now() + FREE_MS;
  }

  get #isFree(): boolean {
    return performance.now() < this.#freeUntil || isEnding() || this.#options.isLost();
  }

  /**
   * Performs an action that leaves the page.
   * @param isFree skips the question: the user or recovery has decided
   * @param to for a step in the history
   */
  act(act: () => void, isFree = false, to?: Step['to']): void {
    this.#act = act;
    if (isFree) this.#free();
    else this.#freeUntil = 0;
    if (this.#isFree) act();
    else void this.#begin(act, to);
  }

  /** Reloads the page, and asks in these words. */
  readonly reload = (): void => this.act(this.#reload);
  readonly #reload = (): void => this.#options.window.webContents.reload();

  /**
   * Asks about typed text before the page hears of leaving: many pages end their work in `beforeunload`, after which a
   * browser always leaves. A page's own guard is asked by the action itself.
   */
  async #begin(act: () => void, to?: Step['to']): Promise<void> {
    const { window, staying } = this.#options;
    const isHeld = await holdsText(window.webContents, to);
    // It left meanwhile, or an open question is about this action now.
    if (window.isDestroyed() || this.#act !== act || this.#isAsking) return;
    if (isHeld) {
      staying();
      return await this.#ask(act);
    }
    this.#isActing = true;
    try {
      act();
    } finally {
      this.#isActing = false;
    }
  }

  /** The page navigates to this address by itself; `beforeunload` may follow. @param isForm whether it submits a form */
  going(address: string, isForm: boolean): void {
    this.#going = { address, isForm };
    this.#act = undefined;
  }

  /** Guesses the action inside the event if neither main nor the preload has named it. */
  #unnamed(): () => void {
    const { window } = this.#options;
    const { navigationHistory: history, mainFrame } = window.webContents;
    const index = history.getActiveIndex();
    if (index !== this.#index) return () => history.goToIndex(index);
    // A frame of the page navigates, or the app's own code loads something: after Leave each can do it again itself.
    const isUnknown = mainFrame.frames.length > 0 || window.webContents.isLoadingMainFrame();
    return isUnknown ? () => undefined : () => window.close();
  }

  /** Returns the action that the page prevented. A link out of the app does not leave the page. */
  #wanted(unnamed: () => void): (() => void) | undefined {
    if (this.#act) return this.#act;
    const { origins, window, onExternal } = this.#options;
    const { webContents: contents } = window;
    const going = this.#going;
    this.#going = undefined;
    if (!going) return unnamed;
    const { address, isForm } = going;
    const verdict = navigationVerdict(address, origins.ownerOf(address));
    if (verdict === 'external') onExternal(address, contents, true);
    if (verdict !== 'app' && verdict !== 'guest') return undefined;
    if (isForm) return () => contents.send(SEND_FORM_CHANNEL);
    // Its own address may have a fragment, which would not load the document again.
    if (address !== contents.getURL()) return () => goAsPage(contents, address);
    // did-fail-load reports the reason.
    return () => void contents.loadURL(address).catch(() => undefined);
  }

  async #ask(unnamed: () => void): Promise<void> {
    const { window } = this.#options;
    this.#isAsking = true;
    try {
      await this.#settled;
      this.#act = this.#wanted(unnamed);
      if (!this.#act) return;
      const { question, reload, detail, leave, stay } = TEXTS.dialogs.leaving;
      this.#shownAt = performance.now();
      // It may be closed to the tray.
      if (!window.isVisible()) window.show();
      const [asked, yes] = this.#act === this.#reload ? [reload, TEXTS.pages.reload] : [question, leave];
      const isLeave = await confirm(window, 'question', asked, detail, yes, stay);
      // Another action may have been requested meanwhile, and the page may just have objected to it.
      if (isLeave) await this.#settled;
      const act = isLeave && !window.isDestroyed() ? this.#wanted(unnamed) : undefined;
      this.#act = undefined;
      // It stays known until the page has left: a slow one may object once more.
      if (act) this.act(act, true);
    } finally {
      this.#isAsking = false;
      this.#shownAt = Number.POSITIVE_INFINITY;
    }
  }
}
