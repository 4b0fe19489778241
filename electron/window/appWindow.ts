/** One window of the app: its loads, and what fails in it. */
import { app, type BrowserWindow, type WebContents } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import { stayOpen } from '../app/lifecycle.ts';
import type { PageOwner } from '../app/origins.ts';
import { isFaultPage } from '../protocol/faultPage.ts';
import type { CurrentFault } from '../recovery/currentFault.ts';
import * as faults from '../recovery/faults.ts';
import { lookAtAnswer } from '../recovery/serverAnswer.ts';
import { Watchdog } from '../recovery/watchdog.ts';
import { bootFault, type Fault, loadFault } from '../shared/fault.ts';
import * as TEXTS from '../shared/texts.ts';
import type { WindowFrame } from './bounds.ts';
import { isPopUp, makeWindow, showWindow, type WindowKind } from './createWindow.ts';
import { isGesture } from './externalLinks.policy.ts';
import { stepOf } from './history.ts';
import { Leaving, type LeavingOptions } from './leaving.ts';
import { Loads, listenWhile, type Place, repeating } from './loads.ts';
import { retryAfterOf } from './retryAfter.ts';
import { titleOf } from './title.policy.ts';
import { cover, uncover } from './waiting.ts';

export interface AppWindowOptions extends Pick<LeavingOptions, 'onExternal'> {
  frame: WindowFrame;
  /** For a window that a page opened: its contents from Electron, still empty, if there are any. */
  opened?: { webContents: WebContents | undefined } | undefined;
  /** Something failed in the window. `expected`: it ended on purpose, and that is already reported. */
  failed(fault: Fault, extra?: { error?: unknown; expected?: boolean }): void;
  /** The user followed a link on the page without script. */
  retry(): void;
  path(): string;
  /** A page that recovery did not order arrived or failed. */
  began(): void;
  arrived(path: string): void;
  fault: Pick<CurrentFault, 'answerCame' | 'status'>;
  /** A page that cannot report this itself is painted: of a sign-in, which has no bridge, or one that runs no script. */
  pageReady(): void;
  /** The document of a fault has loaded. It runs no script, so it cannot report this itself. */
  faultLoaded(): void;
  visible(): void;
  /** @param isPages whether a server's page closed the window, which no listener can prevent */
  closed(isPages: boolean): void;
}

const isServers = (owner: PageOwner | undefined): owner is 'server' | 'guest' =>
  owner === 'server' || owner === 'guest';

/** What a server's document is judged by, once it has loaded. */
interface ServerAnswer {
  owner: 'server' | 'guest';
  url: string;
  status: number;
}

/** Becomes visible when its first document is painted. It is watched until another window replaces it. */
export class AppWindow {
  readonly window: BrowserWindow;
  readonly kind: WindowKind;
  readonly contents: WebContents;
  readonly leaving: Leaving;
  /** Nothing came of a load: the process may not run at all. */
  isStuck = false;
  /** Another window replaces this one. */
  isLeft = false;
  readonly #options: AppWindowOptions;
  readonly #watchdog: Watchdog;
  readonly #loads: Loads;
  /** Whose the document is. */
  #owner: PageOwner | undefined;
  #isFault = false;
  #answer: ServerAnswer | undefined;

  constructor(kind: WindowKind, options: AppWindowOptions) {
    const { bounds, mode } = options.frame.place();
    const { opened } = options;
    const window = makeWindow(kind, bounds, opened);
    options.frame.follow(window);
    this.kind = kind;
    this.window = window;
    this.contents = window.webContents;
    this.#options = options;
    this.#watchdog = new Watchdog({
      window,
      url: () => this.#url,
      show: (isLate) => {
        // A dev server's own page says that it compiles; a build's is on disk.
        const { owner } = this.#loads.awaited ?? { owner: this.#owner };
        if (isLate && owner === 'server') cover(window);
        showWindow(window, mode);
        options.visible();
      },
      cover: () => cover(window, this.#loads.canStay),
      lost: (fault, isStuck) => {
        this.isStuck ||= isStuck;
        // A server that does not answer at all: its page may come later.
        const { awaited } = this.#loads;
        if (fault.code !== 'not-ready' || awaited === undefined) return this.#loseTo(fault);
        this.#arrived(awaited);
        this.#loseTo(loadFault('ERR_TIMED_OUT', this.#url, fault.at, 'no answer came'));
      },
      hung: options.failed,
    });
    this.#loads = new Loads(this.contents, () => this.isLeft, {
      started: (isLeaving) => this.#watchdog.send(isLeaving ? 'leave' : 'load'),
      looped: (why) => this.#loseTo(bootFault(this.#url, Date.now(), why, 'loop')),
      began: options.began,
      committed: (...args) => this.#committed(...args),
      wentInPage: (address) => {
        this.#arrived({ address, owner: this.#owner });
        if (this.page === 'ready') this.#watchdog.send('wentInPage');
      },
      failed: (code, description, place) => {
        const fault = faults.failedLoad(code, description, this.#url);
        if (!fault) return;
        // The page that somebody wanted is the one to come back.
        if (place.owner === 'server') this.#arrived(place);
        this.#loseTo({ ...fault, url: this.#urlOf(place) });
      },
      stayed: (page) => {
        uncover(window);
        this.#watchdog.send(page);
      },
      stoppedBlank: (refused) => {
        if (refused !== undefined) return this.#loseTo(faults.redirectRefused(refused, this.#url));
        // As in a browser: the answer had no document.
        if (isPopUp(window)) return window.destroy();
        this.#loseTo(loadFault('ERR_ABORTED', this.#url, Date.now(), 'the load ended without a document'));
      },
    });
    this.leaving = new Leaving({
      window,
      onExternal: options.onExternal,
      isLost: () =>
        this.isLeft || kind === 'plain' || this.page === 'none' || options.fault.status !== undefined,
      staying: () => this.#stay(),
    });
    this.#follow();
    // It may stay empty, for its opener to fill: it is shown, and nothing else is awaited.
    if (opened) for (const event of ['load', 'gone'] as const) this.#watchdog.send(event);
  }

  /** The path of the app's page, for faults. */
  get #url(): string {
    return faults.pathOf(toAppUrl(this.#options.path()));
  }

  /** The path of a page of the app; for any other page, that of the app's page in whose place it is. */
  #urlOf({ address, owner }: Place): string {
    const at = faults.pathOf(address);
    return isFaultPage(at) || owner === 'guest' ? this.#url : at;
  }

  /** The window is at this address now. A sign-in and a fault's page stand for the page before them. */
  #arrived({ address, owner }: Place): void {
    const place = faults.placeOf(address);
    if (!isFaultPage(place) && owner !== 'guest') this.#options.arrived(place);
  }

  get page(): Loads['page'] {
    return this.#loads.page;
  }

  /** Whether it shows a document of a fault, in which no code of the app runs. */
  get isFaultDocument(): boolean {
    return this.#isFault;
  }

  /**
   * Loads an address of the app. `asOrdered`: recovery ordered it; otherwise `began` is called. `isUsers`: because the
   * user asked for it.
   */
  load(address: string, asOrdered = false, isUsers = !asOrdered): void {
    if (!isUsers) repeating.add(this.contents);
    // Chromium may have kept a server's document from before a deployment.
    const afresh = asOrdered ? { extraHeaders: 'Pragma: no-cache\n' } : {};
    this.leaving.act(() => {
      // A fault's page after the app's page failed is not a first load: it gets more time.
      const isFirst = this.page === 'none' && !isFaultPage(faults.pathOf(address));
      this.#watchdog.send(isFirst ? 'firstLoad' : 'load');
      // did-fail-load reports the reason.
      const done = this.#loads.order(asOrdered);
      void this.contents.loadURL(address, afresh).then(done, done);
    }, asOrdered);
  }

  reload(): void {
    this.leaving.act(() => this.contents.reload());
  }

  /** The user stays on the page: the watchdog stops waiting for the prevented load. */
  #stay(): void {
    if (this.page === 'ready' || this.page === 'waiting') this.#watchdog.send(this.page);
    this.#arrived({ address: this.contents.getURL(), owner: this.#owner });
    stayOpen();
  }

  /** Goes back or forward one page. @param afresh whether a fault replaces the app's page */
  step(by: -1 | 1, afresh: boolean): void {
    const step = stepOf(this.contents, by, afresh);
    if (step) this.leaving.act(step);
  }

  /** The page reports ready, or that it waits for data. Returns false if that page is being left. */
  says(page: 'ready' | 'waiting'): boolean {
    if (page === 'ready') uncover(this.window);
    if (!this.#loads.says(page)) return false;
    this.#watchdog.send(page);
    return true;
  }

  /** The page may have become empty: somebody pressed something, or it lost its content. */
  changed(): void {
    if (this.page === 'ready') this.#watchdog.send('changed');
  }

  /** The computer woke or was unlocked, or the window is visible again. */
  awake(event: 'resume' | 'seen'): void {
    if (this.kind === 'app' && this.page !== 'none') this.#watchdog.send(event);
  }

  /** Its events no longer matter. */
  leave(): void {
    this.isLeft = true;
    uncover(this.window);
    this.#watchdog.stop();
  }

  /** The page is lost, or will not load. */
  #loseTo(...[fault, extra]: Parameters<AppWindowOptions['failed']>): void {
    this.#loads.lose();
    uncover(this.window, true);
    this.#watchdog.send('gone');
    this.#options.failed(fault, extra);
  }

  #committed(place: Place, status: number, text: string): void {
    const { failed } = this.#options;
    const { address, owner } = place;
    this.isStuck = false;
    uncover(this.window, true);
    this.#watchdog.hang('over');
    // Its opener fills an empty document, or made the file that it shows.
    if (isPopUp(this.window) && owner === undefined) {
      this.#owner = undefined;
      this.#loads.page = 'ready';
      return this.#watchdog.send('gone');
    }
    // The page navigated to an empty document, which no listener can prevent (electron/electron#21136).
    if (address.startsWith('about:'))
      return this.#loseTo(bootFault(this.#url, Date.now(), 'the page navigated to an empty document'));
    const at = faults.pathOf(address);
    this.#owner = owner;
    if (owner === 'guest')
      this.window.setTitle(TEXTS.signIn.title({ host: new URL(address).host, name: app.name }));
    this.#watchdog.send(owner === 'server' ? 'commitOfServer' : 'commit');
    // A dev server's page shows its own error, as in a browser.
    const isJudgedLater = isServers(owner);
    const fault = owner === 'dev' || isJudgedLater ? undefined : faults.navigated(at, status, text);
    this.#answer = isJudgedLater ? { owner, url: this.#urlOf(place), status } : undefined;
    // Only main loads it; a server may have a page at such a path.
    this.#isFault = owner === 'shell' && isFaultPage(at);
    // It runs no script, so it never reports ready.
    if (this.#isFault || fault) this.#watchdog.send('gone');
    this.#arrived(place);
    if (this.#isFault || !fault) return;
    const known = this.#options.fault.answerCame(fault);
    this.#isFault = known !== undefined;
    if (known) return failed(known);
    // Another server's page may be blank.
    this.#loads.page = 'none';
    failed({ ...fault, retryable: true, retryAfter: retryAfterOf(this.contents) });
  }

  /** A server's document has loaded: it may be empty, or a gateway's words alone. */
  async #judge(answer: ServerAnswer): Promise<void> {
    const fault = await lookAtAnswer(this.contents, answer);
    // Its process may be gone, or it may lead elsewhere at once, by a header.
    if (this.#answer !== answer || this.isLeft || this.page === 'none' || this.#loads.awaited !== undefined)
      return;
    this.#answer = undefined;
    if (fault === 'mute' || (!fault && answer.owner === 'guest')) return this.#options.pageReady();
    if (fault) this.#loseTo({ ...fault, retryAfter: retryAfterOf(this.contents) });
  }

  #follow(): void {
    const { retry, arrived, closed } = this.#options;
    const on = listenWhile(this.contents, () => this.isLeft);
    on('did-finish-load', () => {
      if (this.#isFault) {
        uncover(this.window);
        this.#options.faultLoaded();
      }
      if (this.#answer) void this.#judge(this.#answer);
      if (this.kind === 'plain') this.#watchdog.send('ready');
    });
    on('will-frame-navigate', (event) => {
      if (this.kind !== 'plain' || event.defaultPrevented) return;
      // The app's page needs a window with script.
      event.preventDefault();
      const at = faults.pathOf(event.url);
      if (!isFaultPage(at)) arrived(at);
      retry();
    });
    on('render-process-gone', (_event, details) => {
      // Only its opener could make it again.
      const { owner } = this.#loads.awaited ?? { owner: this.#owner };
      if (isPopUp(this.window) && owner === undefined) return this.window.destroy();
      const { fault, expected } = this.#watchdog.takeEnded(faults.rendererGone(details, this.#url));
      this.#loads.order(false);
      this.#watchdog.hang('over');
      this.#loseTo(fault, { expected });
    });
    const asked = () => this.#loads.awaited && this.#watchdog.send('leave');
    on('login', asked);
    on('select-client-certificate', asked);
    on('input-event', (_event, { type }) => {
      if (isGesture(type)) this.changed();
    });
    on('preload-error', (_event, file, error) =>
      this.#loseTo(faults.preloadFailed(file, error, this.#url), { error }),
    );
    this.window.on('page-title-updated', (event, title, isPages) => {
      event.preventDefault();
      if (this.#owner === 'guest') return;
      this.window.setTitle(titleOf(isPages ? title : '', app.name, this.#owner === 'server'));
    });
    this.window.on('restore', () => this.awake('seen'));
    this.window.once('show', () => this.window.on('show', () => this.awake('seen')));
    // As in a browser's tab.
    on('content-bounds-updated', (event) => {
      if (isServers(this.#owner)) event.preventDefault();
    });
    let isUsers = false;
    this.window.on('close', () => {
      isUsers = true;
    });
    this.window.on('closed', () => {
      this.#watchdog.stop();
      if (!this.isLeft) closed(!isUsers && isServers(this.#owner));
    });
  }
}
