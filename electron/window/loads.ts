/** The loads of one window's page: which page is there, which is on its way, and what comes of it. */
import type { WebContents } from 'electron';
import { isDevPage } from '../app/origins.ts';
import { pathOf } from '../recovery/faults.ts';
import { countInSeries, LOADS_IN_LOOP } from '../recovery/series.policy.ts';
import { DURATIONS } from '../shared/durations.ts';
import { lastGesture, now } from './gestures.ts';

/** Milliseconds within which Electron gives the reason why a load was stopped, if it gives one. */
const REASON_MS = 250;

/** Chromium's names and codes. */
const RESET = -101;
const REFUSED = [-102, 'ERR_CONNECTION_REFUSED'] as const;

/** A load of which nothing has come yet. */
interface Load {
  address: string;
  /** Whether recovery knows of it. */
  ordered: boolean;
  /** Whether the page itself began it, and no key or click since the one before. */
  unasked: boolean;
  /** What the page was before it. */
  before: Loads['page'];
}

interface LoadEvents {
  /** A load began that was not ordered. */
  started(): void;
  /** Pages load each other again and again, and nobody asked for it. */
  looped(why: string): void;
  /** Something came of such a load, or it failed. */
  began(): void;
  /** Its document came. @param status -1 for what has none */
  committed(address: string, status: number, text: string): void;
  /** The page went to another of its addresses, without a document. */
  wentInPage(path: string): void;
  /** It failed, as `did-fail-load` says. */
  failed(code: number, description: string, path: string): void;
  /** A load was stopped or prevented, and the page before it is still there. */
  stayed(page: 'ready' | 'waiting'): void;
  /** A load was stopped, for no reason that Electron tells, where nothing was before. */
  stoppedBlank(): void;
}

/** Listens to contents, until `isOver`. */
export function listenWhile(contents: WebContents, isOver: () => boolean): WebContents['on'] {
  return ((event: string, listener: (...args: never[]) => void) => {
    contents.on(event as 'did-navigate', (...args: unknown[]) => {
      if (!isOver()) listener(...(args as never[]));
    });
  }) as WebContents['on'];
}

export class Loads {
  /** `none`: nothing is there that could be used. `waiting`: for its data. */
  page: 'none' | 'loading' | 'waiting' | 'ready' = 'none';
  readonly #contents: WebContents;
  readonly #isOver: () => boolean;
  readonly #events: LoadEvents;
  #current: Load | undefined;
  #order: symbol | undefined;
  #startedAt = 0;
  /** When documents came for which nobody had asked. */
  #unasked: readonly number[] = [];

  /** @param isOver whether nothing that happens in this window matters any more */
  constructor(contents: WebContents, isOver: () => boolean, events: LoadEvents) {
    this.#contents = contents;
    this.#isOver = () => isOver() || contents.isDestroyed();
    this.#events = events;
    this.#follow();
  }

  #follow(): void {
    const on = listenWhile(this.#contents, this.#isOver);
    on('did-start-navigation', ({ url, isMainFrame, isSameDocument, initiator }) => {
      if (isMainFrame && !isSameDocument) this.#start(url, Boolean(initiator));
    });
    on('did-redirect-navigation', ({ url, isMainFrame }) => {
      if (isMainFrame && this.#current) this.#current.address = url;
    });
    on('did-navigate', (_event, address, status, text) => {
      const unasked = this.#current?.unasked;
      this.#settle();
      this.#events.committed(address, status, text);
      if (unasked) this.#count();
    });
    on('did-navigate-in-page', (_event, address, isMainFrame) => {
      if (isMainFrame) this.#events.wentInPage(pathOf(address));
    });
    on('did-fail-load', (_event, code, description, address, isMainFrame) => {
      // Electron may tell of a load that failed when the next is on its way.
      const isOther = this.#current !== undefined && this.#current.address !== address;
      if (!isMainFrame || isOther) return;
      // Main ends what Chromium asks of a dev server that is not there (ipc/devServer).
      const reason = code === RESET && isDevPage(address) ? REFUSED : ([code, description] as const);
      this.#events.failed(...reason, pathOf(address));
    });
    // Does nothing after a load that came to its end.
    on('did-stop-loading', () => void setImmediate(() => this.#stopped()));
  }

  /** The next load is one that recovery knows of, or one that it does not. Returns a function for its end. */
  order(isOrdered: boolean): () => void {
    const own = Symbol('order');
    this.#order = isOrdered ? own : undefined;
    return () => {
      if (this.#order === own) this.#order = undefined;
    };
  }

  #start(address: string, isOwn: boolean): void {
    const ordered = this.#order !== undefined;
    const unasked = isOwn && (lastGesture(this.#contents) ?? 0) <= this.#startedAt;
    this.#startedAt = now();
    this.#current = { address, ordered, unasked, before: this.#current?.before ?? this.page };
    this.#order = undefined;
    this.page = 'loading';
    if (!ordered) this.#events.started();
  }

  #count(): void {
    const limit = { times: LOADS_IN_LOOP, windowMs: DURATIONS.loopMs };
    const { recent, isTooMany } = countInSeries(this.#unasked, now(), limit);
    this.#unasked = recent;
    if (isTooMany) this.#events.looped(`${limit.times} loads within ${limit.windowMs} ms`);
  }

  /** What a page says of itself. Returns whether it is there; while another is on its way, it is the one that is left. */
  says(page: 'ready' | 'waiting'): boolean {
    // Late: it is ready.
    if (page === 'waiting' && this.page !== 'loading') return false;
    if (this.#current) this.#current.before = page;
    else this.page = page;
    return !this.#current;
  }

  /** The page is lost, or will not come. */
  lose(): void {
    this.#settle();
    this.page = 'none';
  }

  #settle(): void {
    if (this.#current && !this.#current.ordered) this.#events.began();
    this.#current = undefined;
  }

  /** Gives back what was there before a load that was stopped or prevented. */
  #stopped(): void {
    const stopped = this.#current;
    if (!stopped || this.#isOver() || this.#contents.isLoadingMainFrame()) return;
    this.page = stopped.before;
    if (this.page !== 'none') {
      this.#current = undefined;
      if (this.page !== 'loading') this.#events.stayed(this.page);
      return;
    }
    // The event for a process that ended comes a moment later; there is none for one that ended while a page was on its
    // way to it.
    setTimeout(() => {
      if (!this.#isOver() && this.#current === stopped) this.#events.stoppedBlank();
    }, REASON_MS);
  }
}
