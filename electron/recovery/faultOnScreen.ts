/** The fault on the screen: the one place in main that knows which it is and what is done about it. */
import { type FaultPage, faultPagePath } from '../protocol/handler.ts';
import { CHANNELS } from '../shared/channels.ts';
import { type Fault, type FaultStatus, isFailure, isRetried } from '../shared/fault.ts';
import { helpFor } from '../shared/help.ts';
import type { RecoveryState } from './recovery.policy.ts';

export interface FaultOnScreenOptions {
  /** What recovery shows in place of the app, when it tries again, and whether the app is in safe mode. */
  recovery(): Pick<RecoveryState, 'fault' | 'retryAt' | 'isSafe'>;
  /** Whether the user is still to be asked about reports. */
  ask(): boolean;
  isDiskFull(): boolean;
  isListening(): boolean;
  send(channel: string, status: FaultStatus): void;
}

export class FaultOnScreen {
  readonly #options: FaultOnScreenOptions;
  #onPage: Fault | undefined;
  /** The last fault that the protocol answered a page with. */
  #answer: Fault | undefined;
  /** The fault about which the page was told to ask the user, and when it was first told. */
  #asked: { id: string; at: number } | undefined;
  #document: { path: string; script: boolean } | undefined;

  constructor(options: FaultOnScreenOptions) {
    this.#options = options;
  }

  /** The fault that recovery shows, otherwise the one that the page found. */
  get status(): FaultStatus | undefined {
    const { fault: recovered, retryAt, isSafe } = this.#options.recovery();
    const found = recovered ?? this.#onPage;
    if (!found) return undefined;
    // What a server does not give has other reasons.
    const isFull = isFailure(found) && !isRetried(found) && this.#options.isDiskFull();
    const fault = isFull ? { ...found, diskFull: true as const } : found;
    const retry = recovered && retryAt !== null ? { automatic: true, at: retryAt } : { automatic: false };
    const ask = fault.reportId !== undefined && this.#options.ask();
    return { fault, retry, ask, help: helpFor(fault, isSafe) };
  }

  /** Since when the page asks whether reports may be sent, in milliseconds as of `performance.now`; undefined if it does not. */
  get askedSince(): number | undefined {
    const { status } = this;
    const isAsked =
      status?.ask && this.#onPage?.id === status.fault.id && this.#asked?.id === status.fault.id;
    return isAsked ? this.#asked?.at : undefined;
  }

  /** Whether a fault has taken the place of the app's page. */
  get isOnPage(): boolean {
    return this.#onPage !== undefined;
  }

  /** Whether the page is the protocol's answer with a fault. */
  get isAnswer(): boolean {
    return this.#onPage !== undefined && this.#onPage.id === this.#answer?.id;
  }

  pageShows(fault: Fault): void {
    this.#onPage = fault;
  }

  /** The page no longer shows the fault with this id, or, without one, goes with whatever it showed. */
  pageCleared(id = this.#onPage?.id): void {
    if (this.#onPage?.id === id) this.#onPage = undefined;
  }

  /** The protocol answers a page with this fault. */
  answers(fault: Fault): void {
    this.#answer = fault;
  }

  /** An answer with this fault's path and status has come. Returns the protocol's own fault if the answer is its. */
  answerCame({ url, code }: Fault): Fault | undefined {
    if (this.#answer?.url !== url || this.#answer.code !== code) return undefined;
    this.#onPage = this.#answer;
    return this.#answer;
  }

  /** The fault has got the id of its report. */
  learn(fault: Fault): void {
    if (this.#onPage?.id === fault.id) this.#onPage = fault;
  }

  /** Tells the page what to show and what is done about it. One that does not listen yet is told when it does. */
  notify(): void {
    const { status } = this;
    if (!status) return;
    const { id } = status.fault;
    if (status.ask && this.#asked?.id !== id) this.#asked = { id, at: performance.now() };
    const isNew = this.#onPage?.id !== status.fault.id;
    if (isNew && !this.#options.isListening()) return;
    this.#onPage = status.fault;
    this.#options.send(isNew ? CHANNELS.fault : CHANNELS.faultStatus, status);
  }

  /** The address, without origin, of a document that shows the fault in place of the page at `path`. */
  documentPath(path: string, script: boolean): string {
    this.#onPage = this.status?.fault;
    this.#document = { path: faultPagePath(path, this.#onPage?.id ?? ''), script };
    return this.#document.path;
  }

  /** What that document shows. It can be asked for once. */
  takeDocument(asked: string): FaultPage | undefined {
    const { status } = this;
    if (!status || this.#document?.path !== asked) return undefined;
    const { script } = this.#document;
    this.#document = undefined;
    return { ...status, script };
  }
}
