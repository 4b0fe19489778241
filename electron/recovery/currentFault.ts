/** The current fault: which one the window shows, or will show once it is open, and what is done about it. */
import { type FaultDocument, faultPagePath } from '../protocol/faultPage.ts';
import { type Fault, type FaultStatus, isFailure, isRetried } from '../shared/fault.ts';
import { helpFor } from '../shared/help.ts';

interface CurrentFaultOptions {
  /** Whether the user is still to be asked about reports. */
  ask(): boolean;
  isDiskFull(): boolean;
  /** Whether the app is in safe mode. */
  isSafe: boolean;
}

/** The only holder of the current fault in main. Windows, recovery and messages of pages ask it. */
export class CurrentFault {
  /** When what failed is tried again, in milliseconds of the wall clock; null: not by itself. */
  retryAt: number | null = null;
  readonly #options: CurrentFaultOptions;
  #fault: Fault | undefined;
  /** Whether the page shows it. */
  #isOnPage = false;
  /** Whether it came before there was a window. */
  #isEarly = false;
  /** The last fault that the protocol answered a page with. */
  #answer: Fault | undefined;
  /** The fault about which the page was told to ask the user, and when it was first told. */
  #asked: { id: string; at: number } | undefined;
  readonly #documents = new Map<string, () => FaultDocument | undefined>();

  constructor(options: CurrentFaultOptions) {
    this.#options = options;
  }

  /** The fault and what is done about it; undefined while there is none. */
  get status(): FaultStatus | undefined {
    const found = this.#fault;
    if (!found) return undefined;
    // What a server does not give has other reasons.
    const isFull = isFailure(found) && !isRetried(found) && this.#options.isDiskFull();
    const fault = isFull ? { ...found, diskFull: true as const } : found;
    const retry = this.retryAt === null ? { automatic: false } : { automatic: true, at: this.retryAt };
    const ask = fault.reportId !== undefined && this.#options.ask();
    return { fault, retry, ask, help: helpFor(fault, this.#options.isSafe) };
  }

  /** Since when the page asks whether reports may be sent, in ms as of `performance.now`; undefined if it does not. */
  get askedSince(): number | undefined {
    const { status } = this;
    const isAsked = status?.ask && this.#isOnPage && this.#asked?.id === status.fault.id;
    return isAsked ? this.#asked?.at : undefined;
  }

  /** Whether there is no window yet, or the window shows what failed before it: to try again means to start again. */
  get isEarly(): boolean {
    return this.#isEarly;
  }

  get isOnPage(): boolean {
    return this.#isOnPage;
  }

  /** Whether the page is the protocol's answer with this fault. */
  get isAnswer(): boolean {
    return this.#isOnPage && this.#fault?.id === this.#answer?.id;
  }

  /** A fault that came before there was a window. The first one is shown. */
  cameEarly(fault: Fault): void {
    this.#fault ??= fault;
    this.#isEarly = true;
  }

  /** This fault takes the place of the app's page. The page may have found it. */
  show(fault: Fault): void {
    if (this.#fault?.id === fault.id) return;
    this.clear();
    this.#fault = fault;
  }

  /** The page has found this fault, and shows it. */
  pageShows(fault: Fault): void {
    this.show(fault);
    this.#isOnPage = true;
  }

  /** The page shows something else, although this fault is to take its place. */
  pageShowsOther(): void {
    this.#isOnPage = false;
  }

  /** Nothing is shown in place of the app any more. */
  clear(): void {
    this.#fault = undefined;
    this.#isOnPage = false;
    this.#isEarly = false;
  }

  /** The protocol answers a page with this fault. */
  answers(fault: Fault): void {
    this.#answer = fault;
  }

  /** An answer with this path and status has come. Returns the protocol's own fault if the answer is its. */
  answerCame({ url, code }: Fault): Fault | undefined {
    if (this.#answer?.url !== url || this.#answer.code !== code) return undefined;
    this.pageShows(this.#answer);
    return this.#answer;
  }

  /** The fault has got the id of its report. */
  learn(fault: Fault): void {
    if (this.#fault?.id === fault.id) this.#fault = fault;
  }

  /** What the page is to be told now of the fault that it shows. */
  message(): FaultStatus | undefined {
    const { status } = this;
    if (!status || !this.#isOnPage) return undefined;
    const { id } = status.fault;
    if (status.ask && this.#asked?.id !== id) this.#asked = { id, at: performance.now() };
    return status;
  }

  /**
   * The address, without origin, of a document that shows the current fault in place of the page at `path`.
   * @param script whether the document may run its script
   */
  documentPath(path: string, script: boolean): string {
    this.#isOnPage = true;
    return this.#addDocument(path, this.#fault?.id, () => this.status && { ...this.status, script });
  }

  /** As `documentPath`, for a fault in another window, which the app's window does not show. */
  otherDocumentPath(fault: Fault): string {
    const page = { fault, retry: { automatic: false }, help: [], script: false };
    return this.#addDocument(fault.url, fault.id, () => page);
  }

  #addDocument(path: string, id: string | undefined, document: () => FaultDocument | undefined): string {
    const address = faultPagePath(path, id ?? '');
    this.#documents.set(address, document);
    return address;
  }

  /** What such a document shows. It can be asked for once. */
  takeDocument(address: string): FaultDocument | undefined {
    const document = this.#documents.get(address);
    this.#documents.delete(address);
    return document?.();
  }
}
