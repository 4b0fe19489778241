/** Leaving a page with unsaved work (`beforeunload`): the user chooses Leave or Stay. */
import { app, type BrowserWindow } from 'electron';
import { isEnding } from '../app/lifecycle.ts';
import { confirm } from '../app/messageBox.ts';
import * as TEXTS from '../shared/texts.ts';
import { navigationVerdict, type OnExternal } from './security.ts';

/** Milliseconds after which the question has been seen: closing again then is an answer, and no double click. */
const SEEN_MS = 1_000;

/**
 * Milliseconds until the page knows that it stays, which would also stop the next load, and until the preload has said
 * where the page goes by itself.
 */
const SETTLED_MS = 250;

export interface LeavingOptions {
  window: BrowserWindow;
  /** Whether nothing can be lost: an error page is shown, or nothing. */
  isLost(): boolean;
  isQuitting(): boolean;
  /** The page stays, at least until the user has answered. */
  staying(): void;
  onExternal: OnExternal;
}

export class Leaving {
  readonly #options: LeavingOptions;
  /** What to do again after Leave; none if the page goes by itself. */
  #act: (() => void) | undefined;
  #isFree = false;
  #isAsking = false;
  /** When the question came on the screen, while it is there. */
  #shownAt = Number.POSITIVE_INFINITY;
  #going: string | undefined;

  constructor(options: LeavingOptions) {
    this.#options = options;
    const { window, isLost, isQuitting, staying } = options;
    const contents = window.webContents;
    window.on('close', () => {
      this.#isFree ||= performance.now() - this.#shownAt > SEEN_MS;
      this.#act = isQuitting() ? () => app.quit() : () => window.close();
    });
    contents.on('will-prevent-unload', (event) => {
      if (this.#isFree || isEnding() || isLost()) return event.preventDefault();
      staying();
      if (this.#isAsking) return;
      this.#isAsking = true;
      setTimeout(() => void this.#ask(), SETTLED_MS);
    });
    const arrived = () => {
      this.#act = undefined;
      this.#going = undefined;
      this.#isFree = false;
    };
    contents.on('did-navigate', arrived);
    contents.on('did-navigate-in-page', (_event, _address, isMainFrame) => isMainFrame && arrived());
  }

  /** Does something that leaves the page. @param isFree whether without a question: the user or recovery decided */
  act(act: () => void, isFree = false): void {
    this.#act = act;
    this.#isFree = isFree;
    act();
  }

  /** The page goes to this address by itself; `beforeunload` may follow. */
  going(address: string): void {
    this.#going = address;
    this.#act = undefined;
  }

  /** What the page wants by itself. A link out of the app does not leave it. */
  #ownWay(): (() => void) | undefined {
    const { window, onExternal } = this.#options;
    const address = this.#going ?? '';
    this.#going = undefined;
    const verdict = navigationVerdict(address);
    if (verdict === 'external') onExternal(address, window.webContents);
    // did-fail-load has the reason of a failure.
    return verdict === 'app'
      ? () => void window.webContents.loadURL(address).catch(() => undefined)
      : undefined;
  }

  async #ask(): Promise<void> {
    const { window } = this.#options;
    try {
      const act = this.#act ?? this.#ownWay();
      if (!act) return;
      const { question, detail, leave, stay } = TEXTS.dialogs.leaving;
      this.#shownAt = performance.now();
      const isLeave = await confirm(window, 'question', question, detail, leave, stay);
      if (isLeave && !window.isDestroyed()) this.act(act, true);
    } finally {
      this.#isAsking = false;
      this.#shownAt = Number.POSITIVE_INFINITY;
      this.#act = undefined;
    }
  }
}
