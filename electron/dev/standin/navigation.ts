/** Loading: Electron's navigation events, in Electron's order, from what Chromium tells of one page. */
import { letGo } from './cdp.ts';
import type { ChromiumPage } from './chromium.ts';
import { type Frame, FrameTree } from './frames.ts';
import type { History } from './history.ts';
import { netError } from './netErrors.ts';
import { ownScheme } from './protocol.ts';
import type { DocumentRequest } from './requests.ts';
import type { Serial } from './serial.ts';
import { fromChromium, toChromium } from './urls.ts';

/** What navigation needs of its WebContents. */
export interface Contents {
  readonly id: number;
  readonly history: History;
  /** Emits an event; true when a listener prevented its default. */
  tell(name: string, properties: object, ...args: unknown[]): boolean;
  faceOf(frame: Frame): unknown;
  /** A load has begun, so there is a process again. */
  alive(): void;
  readyToShow(): void;
}

/** A navigation on its way. */
interface Going {
  loader: string;
  url: string;
  byPage: boolean;
  sameDocument: boolean;
  committed: boolean;
  post: boolean;
}
/** The answer to a request for a document. */
export interface DocumentAnswer {
  code: number;
  text: string;
  headers: Readonly<Record<string, string>>;
}

const SCHEMES = /^(https?|data|blob|file|about|javascript|view-source):/i;
/** Chromium's longest address. */
const LONGEST = 2 * 1024 * 1024;

export class Navigation {
  readonly frames = new FrameTree();
  /** Response headers of the main frame's document. */
  headers: DocumentAnswer['headers'] = {};
  private readonly contents: Contents;
  private readonly serial: Serial;
  private readonly going = new Map<Frame, Going>();
  /** URLs that documents want their frames to go to. */
  private readonly requested = new Map<string, string>();
  private readonly answers = new Map<string, DocumentAnswer>();
  /** Errors that only Electron has a name for, by loader. */
  private readonly named = new Map<string, string>();
  /** Why loads failed, by loader, until Chromium shows its page about it. */
  private readonly failures = new Map<string, string>();
  /** Electron refuses a load while it tells that another begins. */
  private isTellingStart = false;
  private isPost = false;
  private committedOnce = false;
  private shown = '';
  /** What the app wants to load, until its document is there or it is given up. */
  private wanted: { url: string; hasBegun: boolean } | undefined;

  constructor(contents: Contents, serial: Serial) {
    this.contents = contents;
    this.serial = serial;
  }

  private tell(name: string, ...args: unknown[]): boolean {
    return this.contents.tell(name, {}, ...args);
  }
  private numbers(frame: Frame): [isMainFrame: boolean, processId: number, routingId: number] {
    return [frame === this.frames.main, this.contents.id, frame.routingId];
  }
  /** A navigation event: its object says the same as its arguments. */
  private tellOf(name: string, frame: Frame, url: string, isSameDocument: boolean): boolean {
    const [isMainFrame, processId, routingId] = this.numbers(frame);
    const faceOf = () => this.contents.faceOf(frame);
    const properties = {
      url,
      isSameDocument,
      isMainFrame,
      processId,
      routingId,
      get frame() {
        return faceOf();
      },
    };
    return this.contents.tell(name, properties, url, isSameDocument, isMainFrame, processId, routingId);
  }
  private tellStart(tell: () => void): void {
    this.isTellingStart = true;
    try {
      tell();
    } finally {
      this.isTellingStart = false;
    }
  }

  /**
   * Loads a URL for the app. What becomes of it is told by events.
   * @param page resolves when the page can be navigated
   */
  load(url: string, page: Promise<ChromiumPage>): void {
    const parsed = URL.parse(url);
    const fail = (code: number, name: string) => this.tell('did-fail-load', code, name, url, true);
    if (!parsed || url.length > LONGEST) return void fail(-300, 'ERR_INVALID_URL');
    if (this.isTellingStart) return void fail(-2, 'ERR_FAILED');
    const { main } = this.frames;
    this.startLoading(main);
    this.wanted = { url, hasBegun: false };
    const before = this.going.get(main);
    const isForBrowser = SCHEMES.test(parsed.href) || parsed.protocol === `${ownScheme()}:`;
    const sent = page.then(async ({ session }) => {
      const given = { url: toChromium(parsed.href, ownScheme()) };
      // Chromium asks a page whether it may be left only after somebody has used it; Electron always.
      letGo(session.send('Runtime.evaluate', { expression: '0', userGesture: true }));
      // Any other address is for another program, and Electron shows nothing of it.
      return isForBrowser ? (await session.send('Page.navigate', given)).errorText : 'no address of a page';
    });
    sent.then(
      (refused) =>
        this.serial(() => {
          // Without a start nothing will stop either.
          if (!refused || before !== this.going.get(main)) return;
          this.wanted = undefined;
          if (!isForBrowser) this.tellStart(() => this.tellOf('did-start-navigation', main, url, false));
          this.stopLoading(main);
        }),
      (error) => this.serial(() => Promise.reject(error)),
    );
  }

  async reload(page: ChromiumPage, ignoreCache: boolean): Promise<void> {
    // Electron asks a person before it posts again, and there is nobody to ask.
    if (this.isPost || !this.committedOnce) return;
    await page.session.send('Page.reload', { ignoreCache });
  }

  /** The page would not be left. */
  unloadRefused(): void {
    if (this.wanted) this.tell('did-fail-load', -3, 'ERR_ABORTED', this.wanted.url, true);
    this.wanted = undefined;
  }

  isOwnStart = (): boolean => this.going.get(this.frames.main)?.byPage !== true;

  /** The page's process is gone, and with it what it was loading. */
  processGone(): void {
    this.going.clear();
    this.requested.clear();
    if (this.frames.stopAll()) this.tell('did-stop-loading');
  }

  startLoading(frame: Frame): void {
    if (this.frames.startLoading(frame)) this.tellStart(() => this.tell('did-start-loading'));
  }
  stopLoading(frame: Frame): void {
    if (frame === this.frames.main && this.wanted?.hasBegun) this.wanted = undefined;
    if (this.frames.stopLoading(frame)) this.tell('did-stop-loading');
  }

  /** A document wants its frame to go elsewhere: what Chromium starts next there is the page's. */
  wants(frameId: string, url: string): void {
    this.requested.set(frameId, url);
  }

  started(frame: Frame, event: { url: string; loaderId: string; navigationType: string }): void {
    const url = fromChromium(event.url, ownScheme());
    const sameDocument = /sameDocument/i.test(event.navigationType);
    const byPage = this.requested.get(frame.id)?.split('#')[0] === event.url.split('#')[0];
    this.requested.delete(frame.id);
    if (this.wanted && frame === this.frames.main && !byPage) this.wanted.hasBegun = true;
    if (!sameDocument) {
      this.contents.alive();
      this.startLoading(frame);
    }
    const going = { loader: event.loaderId, url, byPage, sameDocument };
    this.going.set(frame, { ...going, committed: false, post: false });
    this.tellStart(() => this.tellOf('did-start-navigation', frame, url, sameDocument));
  }

  /** Asks the app whether a document may be requested. */
  async mayRequest({ frameId, url, method, isRedirect }: DocumentRequest): Promise<boolean> {
    let isAllowed = false;
    await this.serial(() => {
      const frame = this.frames.get(frameId);
      if (!frame) return;
      const going = this.going.get(frame);
      if (going) going.post = method === 'POST';
      const prevented = (name: string) => this.tellOf(name, frame, url, false);
      if (isRedirect) {
        isAllowed = !prevented('will-redirect');
        if (isAllowed) this.tellStart(() => prevented('did-redirect-navigation'));
      } else if (going?.byPage) {
        isAllowed =
          !prevented('will-frame-navigate') && !(frame === this.frames.main && prevented('will-navigate'));
      } else isAllowed = true;
    });
    return isAllowed;
  }

  /** Keeps an error that Chromium cannot be told by its name, until it reports the failure. */
  failAs(loader: string, error: string): void {
    this.named.set(loader, error);
  }
  answered(loader: string, answer: DocumentAnswer): void {
    this.answers.set(loader, answer);
  }

  loadFailed(loader: string, errorText: string): void {
    const failure = this.named.get(loader) ?? errorText;
    this.named.delete(loader);
    this.failures.set(loader, failure);
    for (const [frame, going] of this.going) {
      // The document was there already, and broke off.
      if (going.loader === loader && going.committed)
        this.tell('did-fail-load', netError(failure).code, '', going.url, ...this.numbers(frame));
    }
  }

  /** @param error whether Chromium shows its page about a failed load */
  async committed(frame: Frame, loader: string, url: string, name: string, error: boolean): Promise<void> {
    // Another load may have begun when this one could no longer be stopped.
    const latest = this.going.get(frame);
    const going = latest?.loader === loader ? latest : undefined;
    if (going) going.committed = true;
    const failure = this.failures.get(loader);
    Object.assign(frame, { url, name, isError: error });
    const answer = this.answers.get(loader) ?? { code: -1, text: '', headers: {} };
    this.answers.delete(loader);
    const [isMainFrame, ...numbers] = this.numbers(frame);
    if (isMainFrame) {
      if (going) this.wanted = undefined;
      this.failures.clear();
      this.isPost = going?.post ?? false;
      this.headers = answer.headers;
      await this.contents.history.read(!this.committedOnce);
      this.committedOnce = true;
    }
    if (error) return this.tellFailure(failure, [url, isMainFrame, ...numbers]);
    const { code, text } = answer;
    this.tell('did-frame-navigate', url, code, text, isMainFrame, ...numbers);
    if (isMainFrame) this.tell('did-navigate', url, code, text);
  }
  private tellFailure(failure = 'net::ERR_FAILED', where: [url: string, ...unknown[]]): void {
    const { name, code } = netError(failure);
    this.tell('did-fail-provisional-load', code, name, ...where);
    if (name === 'ERR_ABORTED') return;
    process.emitWarning(`Failed to load URL: ${where[0]} with error: ${name}`, 'electron');
    this.tell('did-fail-load', code, name, ...where);
  }

  async movedWithin(frame: Frame, url: string): Promise<void> {
    if (this.going.get(frame)?.sameDocument) this.going.delete(frame);
    else this.tellStart(() => this.tellOf('did-start-navigation', frame, url, true));
    frame.url = url;
    if (frame === this.frames.main) await this.contents.history.read(false);
    this.tell('did-navigate-in-page', url, ...this.numbers(frame));
  }

  domReady(): void {
    this.tell('dom-ready');
  }
  loaded(frame: Frame, loader: string): void {
    if (frame === this.frames.main) this.painted(loader);
    this.tell('did-frame-finish-load', ...this.numbers(frame));
    if (frame === this.frames.main) this.tell('did-finish-load');
  }

  /** The main frame's document is painted, or done with nothing to paint: once for each document. */
  painted(loader: string): void {
    if (loader === this.shown) return;
    this.shown = loader;
    this.contents.readyToShow();
  }
}
