/** The loads of one window's page: which page is there, which one is loading, and how each load ends. */
import type { WebContents } from 'electron';
import { ownerOf, type PageOwner } from '../app/origins.ts';
import { countInSeries, LOADS_IN_LOOP } from '../recovery/series.policy.ts';
import { DURATIONS } from '../shared/durations.ts';
import { lastGesture } from './gestures.ts';
import { isUnseen } from './security.ts';

/** Electron reports why a load was stopped, if at all, within this many milliseconds. */
const REASON_MS = 250;

const RESET = -101;
const REFUSED = [-102, 'ERR_CONNECTION_REFUSED'] as const;

/** An address, and who owns the page there. */
export interface Place {
  address: string;
  owner: PageOwner | undefined;
}

const withOwner = (address: string): Place => ({ address, owner: ownerOf(address) });

/** A load without a result so far. */
interface Load extends Place {
  /** Whether recovery knows about it. */
  ordered: boolean;
  /** Whether the page itself started it without a key press or click since the previous one. */
  unasked: boolean;
  /** The state of the previous page. */
  before: Loads['page'];
  /** The address to which its server led, if that is not shown in the window; and whether it is shown nowhere. */
  refused?: { to: string; isUnseen: boolean };
}

/** Contents whose next load recovery repeats by itself. */
export const repeating = new WeakSet<WebContents>();

interface LoadEvents {
  /** A load began that recovery did not order. `isLeaving`: a page stays until its document arrives. */
  started(isLeaving: boolean): void;
  /** Pages load each other again and again, unasked. */
  looped(why: string): void;
  /** Such a load produced a document, or failed. */
  began(): void;
  /** Its document arrived. @param status -1 if there is none */
  committed(place: Place, status: number, text: string): void;
  wentInPage(address: string): void;
  /** It failed, as `did-fail-load` reports. */
  failed(code: number, description: string, place: Place): void;
  /** A load was stopped or prevented, and the previous page is still there. */
  stayed(page: 'ready' | 'waiting'): void;
  /**
   * A load was stopped, and nothing was there before it, or nobody would see where its server led.
   * @param refused the address to which its server led, if that is the reason
   */
  stoppedBlank(refused: string | undefined): void;
}

/** Adds listeners to contents that are ignored after `isOver`. */
export function listenWhile(contents: WebContents, isOver: () => boolean): WebContents['on'] {
  return ((event: string, listener: (...args: never[]) => void) => {
    contents.on(event as 'did-navigate', (...args: unknown[]) => {
      if (!isOver()) listener(...(args as never[]));
    });
  }) as WebContents['on'];
}

export class Loads {
  /** `none`: there is no usable page. `waiting`: the page waits for its data. */
  page: 'none' | 'loading' | 'waiting' | 'ready' = 'none';
  readonly #contents: WebContents;
  readonly #isOver: () => boolean;
  readonly #events: LoadEvents;
  #current: Load | undefined;
  #order: symbol | undefined;
  #startedAt = 0;
  /** When documents arrived that nobody had asked for. */
  #unasked: readonly number[] = [];

  /** @param isOver whether the events of this window no longer matter */
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
    on('will-redirect', (event) => {
      if (event.isMainFrame && event.defaultPrevented && this.#current)
        this.#current.refused = { to: event.url, isUnseen: isUnseen(event) };
    });
    on('did-redirect-navigation', ({ url, isMainFrame }) => {
      if (isMainFrame && this.#current) Object.assign(this.#current, withOwner(url));
    });
    on('did-navigate', (_event, address, status, text) => {
      const unasked = this.#current?.unasked;
      this.#settle();
      this.#events.committed(withOwner(address), status, text);
      if (unasked) this.#count();
    });
    on('did-navigate-in-page', (_event, address, isMainFrame) => {
      if (isMainFrame) this.#events.wentInPage(address);
    });
    on('did-fail-load', (_event, code, description, address, isMainFrame) => {
      // Electron may report a failed load when the next is already under way.
      const isOther = this.#current !== undefined && this.#current.address !== address;
      if (!isMainFrame || isOther) return;
      // Main aborts Chromium's requests to a dev server that does not run (ipc/serverPages).
      const place = withOwner(address);
      const reason = code === RESET && place.owner === 'dev' ? REFUSED : ([code, description] as const);
      this.#events.failed(...reason, place);
    });
    // Does nothing after a load that completed.
    on('did-stop-loading', () => void setImmediate(() => this.#stopped()));
  }

  /** Where a load goes whose document has not come. */
  get awaited(): Place | undefined {
    return this.#current;
  }

  /** Whether a page is still there while another loads. */
  get canStay(): boolean {
    return this.#current?.before === 'ready' || this.#current?.before === 'waiting';
  }

  /** Marks the next load as ordered by recovery, or not. Returns a function to call at its end. */
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
    this.#startedAt = performance.now();
    const before = this.#current?.before ?? this.page;
    this.#current = { ...withOwner(address), ordered, unasked, before };
    this.#order = undefined;
    this.page = 'loading';
    if (!ordered) this.#events.started(this.canStay);
  }

  #count(): void {
    const limit = { times: LOADS_IN_LOOP, windowMs: DURATIONS.loopMs };
    const { recent, isTooMany } = countInSeries(this.#unasked, performance.now(), limit);
    this.#unasked = recent;
    if (isTooMany) this.#events.looped(`${limit.times} loads within ${limit.windowMs} ms`);
  }

  /** Handles a page's report. Returns whether that page is still there: while another loads, the old one is being left. */
  says(page: 'ready' | 'waiting'): boolean {
    // Late: the page is already ready.
    if (page === 'waiting' && this.page !== 'loading') return false;
    if (this.#current) this.#current.before = page;
    else this.page = page;
    return !this.#current;
  }

  lose(): void {
    this.#settle();
    this.page = 'none';
  }

  #settle(): void {
    if (this.#current && !this.#current.ordered) this.#events.began();
    this.#current = undefined;
  }

  /** Restores the state before a load that was stopped or prevented. */
  #stopped(): void {
    const stopped = this.#current;
    if (!stopped || this.#isOver() || this.#contents.isLoadingMainFrame()) return;
    this.page = stopped.before;
    if (this.page !== 'none' && !stopped.refused?.isUnseen) {
      this.#current = undefined;
      if (this.page !== 'loading') this.#events.stayed(this.page);
      return;
    }
    // The event for an ended process comes a moment later; never if the process ended while a page was loading.
    setTimeout(() => {
      if (!this.#isOver() && this.#current === stopped) this.#events.stoppedBlank(stopped.refused?.to);
    }, REASON_MS);
  }
}
