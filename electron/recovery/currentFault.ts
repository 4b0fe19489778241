/** The current fault: the one that the window shows, or will show once it opens, and what main does about it. */
import { type FaultDocument, faultPagePath } from '../protocol/faultPage.ts';
import { type Fault, type FaultStatus, isFailure, isRetried } from '../shared/fault.ts';
import { helpFor } from '../shared/help.ts';

interface CurrentFaultOptions {
  /** Whether the user still has to be asked about reports. */
  ask(): boolean;
  isDiskFull(): boolean;
  isSafe: boolean;
  /** That of the app's window, for another one: the protocol looks there for all documents of faults. */
  main?: CurrentFault | undefined;
}

/** The only holder of the current fault in main. Windows, recovery and IPC handlers ask it. */
export class CurrentFault {
  /** When main tries again, in milliseconds of the wall clock; null if it does not by itself. */
  retryAt: number | null = null;
  readonly #options: CurrentFaultOptions;
  #fault: Fault | undefined;
  #isOnPage = false;
  #isEarly = false;
  #answer: Fault | undefined;
  /** The fault for which the page was asked to show the consent question, and when it was first asked. */
  #asked: { id: string; at: number } | undefined;
  readonly #documents: Map<string, () => FaultDocument | undefined>;

  constructor(options: CurrentFaultOptions) {
    this.#options = options;
    this.#documents = options.main ? options.main.#documents : new Map();
  }

  /** The fault and what main does about it, or undefined without a fault. */
  get status(): FaultStatus | undefined {
    const found = this.#fault;
    if (!found) return undefined;
    // Failures of a server have other causes.
    const isFull = isFailure(found) && !isRetried(found) && this.#options.isDiskFull();
    const fault = isFull ? { ...found, diskFull: true as const } : found;
    const ask = fault.reportId !== undefined && this.#options.ask();
    return { fault, retryAt: this.retryAt, ask, help: helpFor(fault, this.#options.isSafe) };
  }

  /** Since when the page has shown the question about reports, in ms of `performance.now`; undefined if it does not. */
  get askedSince(): number | undefined {
    const { status } = this;
    const isAsked = status?.ask && this.#isOnPage && this.#asked?.id === status.fault.id;
    return isAsked ? this.#asked?.at : undefined;
  }

  /** Whether there is no window yet, or the window shows a failure from before it: then trying again means restarting. */
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

  /** Sets a fault that occurred before there was a window. Only the first one is shown. */
  cameEarly(fault: Fault): void {
    this.#fault ??= fault;
    this.#isEarly = true;
  }

  /** Sets the fault that replaces the app's page. The page may have found it itself. */
  show(fault: Fault): void {
    if (this.#fault?.id === fault.id) return;
    this.clear();
    this.#fault = fault;
  }

  pageShows(fault: Fault): void {
    this.show(fault);
    this.#isOnPage = true;
  }

  /** Records that the page shows something else, although this fault should replace it. */
  pageShowsOther(): void {
    this.#isOnPage = false;
  }

  clear(): void {
    this.#fault = undefined;
    this.#isOnPage = false;
    this.#isEarly = false;
  }

  answers(fault: Fault): void {
    this.#answer = fault;
  }

  /** Handles an answer with this path and status. Returns the protocol's own fault if the protocol made the answer. */
  answerCame({ url, code }: Fault): Fault | undefined {
    if (this.#answer?.url !== url || this.#answer.code !== code) return undefined;
    this.pageShows(this.#answer);
    return this.#answer;
  }

  learn(fault: Fault): void {
    if (this.#fault?.id === fault.id) this.#fault = fault;
  }

  /** Returns what to tell the page about the fault that it shows. */
  message(): FaultStatus | undefined {
    const { status } = this;
    if (!status || !this.#isOnPage) return undefined;
    const { id } = status.fault;
    if (status.ask && this.#asked?.id !== id) this.#asked = { id, at: performance.now() };
    return status;
  }

  /**
   * Returns the address, without origin, of a document that shows the current fault in place of the page at `path`.
   * @param script whether the document may run its script
   */
  documentPath(path: string, script: boolean): string {
    this.#isOnPage = true;
    return this.#addDocument(path, this.#fault?.id, () => this.status && { ...this.status, script });
  }

  /** Like `documentPath`, for a fault in another window, which the app's window does not show. */
  otherDocumentPath(fault: Fault): string {
    const page = { fault, retryAt: null, help: [], script: false };
    return this.#addDocument(fault.url, fault.id, () => page);
  }

  #addDocument(path: string, id: string | undefined, document: () => FaultDocument | undefined): string {
    const address = faultPagePath(path, id ?? '');
    this.#documents.set(address, document);
    return address;
  }

  /** Returns what such a document shows. It can be requested once. */
  takeDocument(address: string): FaultDocument | undefined {
    const document = this.#documents.get(address);
    this.#documents.delete(address);
    return document?.();
  }
}
