/** One window of the app, as long as the user sees it: its loads, and what fails in it. */
import type { BrowserWindow, WebContents } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import { redactHere } from '../app/redact.ts';
import { isFaultPage } from '../protocol/handler.ts';
import * as faults from '../recovery/faults.ts';
import { Watchdog } from '../recovery/watchdog.ts';
import { bootFault, type Fault, loadFault } from '../shared/fault.ts';
import type { WindowFrame } from './bounds.ts';
import { makeWindow, showWindow, type WindowKind } from './createWindow.ts';
import { stepFrom } from './history.ts';
import { Leaving, type LeavingOptions } from './leaving.ts';
import { Loads } from './loads.ts';

/** Milliseconds within which Electron gives the reason why a load was stopped, if it gives one. */
const REASON_MS = 250;

export interface AppWindowOptions extends Pick<LeavingOptions, 'isQuitting' | 'onExternal'> {
  frame: WindowFrame;
  /** Something failed in the window. `expected` if it was done on purpose, and reported before. */
  failed(fault: Fault, extra?: { error?: unknown; expected?: boolean }): void;
  /** The user asks for what failed, where no script can do it. */
  retry(): void;
  path(): string;
  /** A page came, or failed to come, that was not ordered. */
  began(): void;
  arrived(path: string): void;
  /** The protocol's own fault, where the document with this fault's status is its answer. */
  ownFault(fault: Fault): Fault | undefined;
  staying(): void;
  /** Whether a fault has taken the place of the app's page. */
  isFaultShown(): boolean;
  visible(): void;
  closed(): void;
}

/** Follows a window until another takes its place. It becomes visible when its first document is painted. */
export class AppWindow {
  readonly window: BrowserWindow;
  readonly kind: WindowKind;
  readonly contents: WebContents;
  /** Perhaps nothing can come here. */
  isStuck = false;
  readonly #options: AppWindowOptions;
  readonly #watchdog: Watchdog;
  readonly #loads: Loads;
  readonly #leaving: Leaving;
  #left = false;
  #stepsAfresh = false;

  constructor(kind: WindowKind, options: AppWindowOptions) {
    const { bounds, mode } = options.frame.place();
    const window = makeWindow(kind, bounds);
    options.frame.follow(window);
    this.kind = kind;
    this.window = window;
    this.#options = options;
    this.#loads = new Loads(options.began);
    this.contents = window.webContents;
    this.#watchdog = new Watchdog({
      window,
      url: () => this.#url,
      show() {
        showWindow(window, mode);
        options.visible();
      },
      lost: (fault, isStuck) => {
        this.isStuck ||= isStuck;
        this.#loseTo(fault);
      },
      hung: options.failed,
    });
    this.#leaving = new Leaving({
      ...options,
      window,
      isLost: () => this.#left || this.page === 'none' || options.isFaultShown(),
      staying: () => this.#stay(),
    });
    this.#followLoads();
    this.#followProcess();
  }

  /** The path of the app's page, for faults. */
  get #url(): string {
    return faults.pathOf(toAppUrl(this.#options.path()));
  }

  get page(): Loads['page'] {
    return this.#loads.page;
  }

  /** Loads an address of the app. `asOrdered`: recovery knows of it; otherwise `began` is called. */
  load(address: string, asOrdered = false): void {
    // A page about a fault is what comes when the app's does not: it gets more time.
    this.#watchdog.send(this.page === 'none' && !isFaultPage(faults.pathOf(address)) ? 'firstLoad' : 'load');
    // did-fail-load has the reason of a failure.
    const done = this.#loads.order(asOrdered);
    this.#leaving.act(() => this.contents.loadURL(address).then(done, done), asOrdered);
  }

  /** Loads the page that is there once more. */
  reload(): void {
    this.#leaving.act(() => this.contents.reload());
  }

  /** The page goes to another address by itself. */
  going(address: string): void {
    this.#leaving.going(address);
  }

  /** The page that was to be left stays: what was sent for the load that does not come is taken back. */
  #stay(): void {
    if (this.page === 'ready' || this.page === 'waiting') this.#watchdog.send(this.page);
    this.#options.arrived(faults.pathOf(this.contents.getURL()));
    this.#options.staying();
  }

  /**
   * Goes to the page before or after. `afresh`: a fault has taken the place of the app's page, which cannot go there
   * by itself, so it is loaded.
   */
  step(by: -1 | 1, afresh: boolean): void {
    const { navigationHistory: history } = this.contents;
    const paths = history.getAllEntries().map(({ url }) => faults.pathOf(url));
    const to = stepFrom(paths, history.getActiveIndex(), by);
    if (to === undefined) return;
    this.#stepsAfresh = afresh;
    this.#leaving.act(() => history.goToIndex(to));
  }

  waiting(): void {
    if (this.page === 'loading' && this.#loads.says('waiting')) this.#watchdog.send('waiting');
  }

  /** Returns false where the page that says so is being left. */
  ready(): boolean {
    const isThere = this.#loads.says('ready');
    if (isThere) this.#watchdog.send('ready');
    return isThere;
  }

  /** The page is lost, or will not come. */
  lose(): void {
    this.#loads.lose();
    this.#watchdog.send('gone');
  }

  /** The computer woke or was unlocked, or the window can be seen again. */
  awake(event: 'resume' | 'seen'): void {
    if (this.kind === 'app' && this.page !== 'none') this.#watchdog.send(event);
  }

  /** Another window takes its place: nothing that happens in this one matters any more. */
  leave(): void {
    this.#left = true;
    this.#watchdog.stop();
  }

  #loseTo(...[fault, extra]: Parameters<AppWindowOptions['failed']>): void {
    this.lose();
    this.#options.failed(fault, extra);
  }

  /** Listens until another window has taken this one's place. */
  readonly #on = ((event: string, listener: (...args: never[]) => void) => {
    this.contents.on(event as 'did-navigate', (...args: unknown[]) => {
      if (!this.#left) listener(...(args as never[]));
    });
  }) as WebContents['on'];

  #followLoads(): void {
    this.#on('did-start-navigation', ({ url: address, isMainFrame, isSameDocument }) => {
      if (!isMainFrame || isSameDocument) return;
      if (!this.#loads.start(address)) this.#watchdog.send('load');
    });
    this.#on('did-redirect-navigation', ({ url: address, isMainFrame }) => {
      if (isMainFrame) this.#loads.redirect(address);
    });
    this.#on('did-navigate', (_event, ...args) => this.#committed(...args));
    this.#on('did-navigate-in-page', (_event, address, isMainFrame) => {
      if (!isMainFrame) return;
      this.#options.arrived(faults.pathOf(address));
      if (this.#stepsAfresh) setImmediate(() => !this.window.isDestroyed() && this.contents.reload());
      this.#stepsAfresh = false;
    });
    this.#on('did-fail-load', (_event, code, description, address, isMainFrame) => {
      // A load that failed may be told of when the next is on its way.
      if (this.#loads.isOther(address)) return;
      const at = faults.pathOf(address);
      const asked = isFaultPage(at) ? this.#url : at;
      const fault = faults.failedLoad(code, description, asked, isMainFrame);
      if (fault) this.#loseTo(fault);
    });
    // After a load that came to its end this finds nothing to give back.
    this.#on('did-stop-loading', () => void setImmediate(() => this.#giveBack()));
  }

  #committed(address: string, code: number, text: string): void {
    const { arrived, ownFault, failed } = this.#options;
    this.#loads.settle();
    this.#stepsAfresh = false;
    this.isStuck = false;
    this.#watchdog.send('commit');
    this.#watchdog.hang({ type: 'gone' });
    // The page left for an empty document: no listener is asked before (electron/electron#21136).
    if (address.startsWith('about:')) {
      return this.#loseTo(bootFault(this.#url, Date.now(), `the page went to ${redactHere(address)}`));
    }
    const at = faults.pathOf(address);
    const fault = faults.navigated(at, code, text);
    // A page about a fault needs no script, so it need not become ready.
    if (isFaultPage(at) || fault) this.#watchdog.send('gone');
    if (isFaultPage(at)) return;
    arrived(at);
    if (!fault) return;
    const own = ownFault(fault);
    // What another server answers may be blank.
    if (!own) this.#loads.page = 'none';
    failed(own ?? { ...fault, retryable: true });
  }

  /** A load that was stopped or prevented: what was there before is still there. */
  #giveBack(): void {
    if (this.#left || this.window.isDestroyed() || this.contents.isLoadingMainFrame()) return;
    this.#loads.giveBack(
      (page) => this.#watchdog.send(page),
      (isStillBlank) => {
        // The event for a process that ended comes a moment later; there is none for one that ended while a page was on
        // its way to it.
        setTimeout(() => {
          if (this.#left || this.window.isDestroyed() || !isStillBlank()) return;
          this.#loseTo(loadFault('ERR_ABORTED', this.#url, Date.now(), 'the load ended without a document'));
        }, REASON_MS);
      },
    );
  }

  #followProcess(): void {
    const { failed, retry, arrived, closed } = this.#options;
    if (this.kind === 'plain') this.#on('did-finish-load', () => this.#watchdog.send('ready'));
    this.#on('will-frame-navigate', (event) => {
      if (this.kind !== 'plain' || event.defaultPrevented) return;
      // A link of the page without script: the app's page needs a window with script.
      event.preventDefault();
      const at = faults.pathOf(event.url);
      if (!isFaultPage(at)) arrived(at);
      retry();
    });
    this.#on('render-process-gone', (_event, details) => {
      const expected = this.#watchdog.takeEnded();
      this.#loads.order(false);
      this.lose();
      this.#watchdog.hang({ type: 'gone' });
      failed(faults.rendererGone(details, this.#url), { expected });
    });
    this.#on('preload-error', (_event, file, error) =>
      this.#loseTo(faults.preloadFailed(file, error, this.#url), { error }),
    );
    this.window.on('restore', () => this.awake('seen'));
    this.window.once('show', () => this.window.on('show', () => this.awake('seen')));
    this.window.on('closed', () => {
      this.#watchdog.stop();
      if (!this.#left) closed();
    });
  }
}
