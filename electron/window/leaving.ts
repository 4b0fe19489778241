/** Leaving a page with unsaved work (`beforeunload`, or typed text): the user chooses Leave or Stay. */
import type { BrowserWindow } from 'electron';
import { closeAgain, isEnding } from '../app/lifecycle.ts';
import { confirm } from '../app/messageBox.ts';
import { SEND_FORM_CHANNEL } from '../shared/channels.ts';
import * as TEXTS from '../shared/texts.ts';
import { goAsPage, navigationVerdict, type OnExternal } from './security.ts';

/** Milliseconds after which the question has been seen: to close again then is an answer, before it is impatience. */
const SEEN_MS = 2_000;
/** Milliseconds in which nobody is asked again after Leave. */
const FREE_MS = 5_000;

/**
 * Milliseconds until the page knows that it stays, which would also stop the next load, and until the preload has said
 * where the page goes by itself.
 */
const SETTLED_MS = 250;

export interface LeavingOptions {
  window: BrowserWindow;
  /** Whether nothing can be lost: an error page is shown, or nothing. */
  isLost(): boolean;
  /** The page stays, at least until the user has answered. */
  staying(): void;
  onExternal: OnExternal;
}

export class Leaving {
  readonly #options: LeavingOptions;
  /** What to do again after Leave; none if the page goes by itself. */
  #act: (() => void) | undefined;
  /** Where the page goes by itself. `isForm`: with a form's fields, which only the page has. */
  #going: { address: string; isForm: boolean } | undefined;
  /** Until then nobody is asked, by the clock of `performance.now`. */
  #freeUntil = 0;
  #isAsking = false;
  /** When the question came on the screen, while it is there. */
  #shownAt = Number.POSITIVE_INFINITY;
  /** The page's place in the history. */
  #index = 0;

  constructor(options: LeavingOptions) {
    this.#options = options;
    const { window, isLost, staying } = options;
    const contents = window.webContents;
    window.on('close', () => {
      if (performance.now() - this.#shownAt > SEEN_MS) this.#free();
      this.#act = closeAgain(window);
    });
    contents.on('will-prevent-unload', (event) => {
      if (performance.now() < this.#freeUntil || isEnding() || isLost()) return event.preventDefault();
      staying();
      if (this.#isAsking) return;
      this.#isAsking = true;
      const unnamed = this.#unnamed();
      setTimeout(() => void this.#ask(unnamed), SETTLED_MS);
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

  /** Does something that leaves the page. @param isFree whether without a question: the user or recovery decided */
  act(act: () => void, isFree = false): void {
    this.#act = act;
    if (isFree) this.#free();
    else this.#freeUntil = 0;
    act();
  }

  /** The page goes to this address by itself; `beforeunload` may follow. @param isForm whether with a form's fields */
  going(address: string, isForm: boolean): void {
    this.#going = { address, isForm };
    this.#act = undefined;
  }

  /** What is wanted, as far as it is known inside the event, where neither main nor the preload has named it. */
  #unnamed(): () => void {
    const { window } = this.#options;
    const { navigationHistory: history, mainFrame } = window.webContents;
    const index = history.getActiveIndex();
    if (index !== this.#index) return () => history.goToIndex(index);
    // A frame of the page goes, or the app's own code loads something: each can do it once more after Leave.
    const isUnknown = mainFrame.frames.length > 0 || window.webContents.isLoadingMainFrame();
    return isUnknown ? () => undefined : () => window.close();
  }

  /** What was wanted when the page held it. A link out of the app does not leave the page. */
  #wanted(unnamed: () => void): (() => void) | undefined {
    if (this.#act) return this.#act;
    const { window, onExternal } = this.#options;
    const { webContents: contents } = window;
    const going = this.#going;
    this.#going = undefined;
    if (!going) return unnamed;
    const { address, isForm } = going;
    const verdict = navigationVerdict(address);
    if (verdict === 'external') onExternal(address, contents);
    if (verdict !== 'app') return undefined;
    if (isForm) return () => contents.send(SEND_FORM_CHANNEL);
    // For its own address the page may have a fragment, which a document does not leave for.
    if (address !== contents.getURL()) return () => goAsPage(contents, address);
    // did-fail-load has the reason of a failure.
    return () => void contents.loadURL(address).catch(() => undefined);
  }

  async #ask(unnamed: () => void): Promise<void> {
    const { window } = this.#options;
    try {
      this.#act = this.#wanted(unnamed);
      if (!this.#act) return;
      const { question, detail, leave, stay } = TEXTS.dialogs.leaving;
      this.#shownAt = performance.now();
      const isLeave = await confirm(window, 'question', question, detail, leave, stay);
      if (!isLeave || window.isDestroyed()) return;
      // Something else may have been wanted meanwhile.
      const act = this.#wanted(unnamed);
      if (act) this.act(act, true);
    } finally {
      this.#isAsking = false;
      this.#shownAt = Number.POSITIVE_INFINITY;
      this.#act = undefined;
    }
  }
}
