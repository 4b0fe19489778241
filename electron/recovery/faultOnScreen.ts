/** The fault on the screen: the one place in main that knows which it is and what is done about it. */
import { type FaultPage, faultPagePath } from '../protocol/handler.ts';
import { CHANNELS } from '../shared/channels.ts';
import type { Fault, FaultStatus } from '../shared/fault.ts';
import type { RecoveryState } from './recovery.policy.ts';

export interface FaultOnScreenOptions {
  /** What recovery shows in place of the app, and when it tries again. */
  recovery(): Pick<RecoveryState, 'fault' | 'retryAt'>;
  /** Whether the user is still to be asked about reports. */
  ask(): boolean;
  /** Whether the page in the window listens. */
  isListening(): boolean;
  send(channel: string, status: FaultStatus): void;
}

export interface FaultOnScreen {
  /** The fault that recovery shows, otherwise the one that the page shows by itself. */
  readonly status: FaultStatus | undefined;
  /** Whether a fault has taken the place of the app's page. */
  readonly isOnPage: boolean;
  /** Whether the page is the protocol's answer with a fault. */
  readonly isAnswer: boolean;
  /** The page shows this fault by itself. */
  pageShows(fault: Fault): void;
  /** The page no longer shows the fault with this id. */
  pageCleared(id: string): void;
  /** The page goes, with whatever it showed. */
  pageGone(): void;
  /** The protocol answers a page with this fault. */
  answers(fault: Fault): void;
  /** An answer with this fault's path and status has come. Returns the protocol's own fault if the answer is its. */
  answerCame(fault: Fault): Fault | undefined;
  /** The fault has got the id of its report. */
  learn(fault: Fault): void;
  /** Tells the page what it is to show, and what is done about it. A page that does not listen yet is told when it does. */
  notify(): void;
  /** The address, without origin, of a document that shows the fault in place of the page at `path`. */
  documentPath(path: string, script: boolean): string;
  /** What that document shows. It can be asked for once. */
  takeDocument(asked: string): FaultPage | undefined;
}

export function createFaultOnScreen({
  recovery,
  ask,
  isListening,
  send,
}: FaultOnScreenOptions): FaultOnScreen {
  let onPage: Fault | undefined;
  let answer: Fault | undefined;
  let document: { path: string; script: boolean } | undefined;

  function status(): FaultStatus | undefined {
    const { fault: recovered, retryAt } = recovery();
    const fault = recovered ?? onPage;
    if (!fault) return undefined;
    const retry = recovered && retryAt !== null ? { automatic: true, at: retryAt } : { automatic: false };
    return { fault, retry, ask: fault.reportId !== undefined && ask() };
  }

  return {
    get status() {
      return status();
    },
    get isOnPage() {
      return onPage !== undefined;
    },
    get isAnswer() {
      return onPage !== undefined && onPage.id === answer?.id;
    },
    pageShows(fault) {
      onPage = fault;
    },
    pageCleared(id) {
      if (onPage?.id === id) onPage = undefined;
    },
    pageGone() {
      onPage = undefined;
    },
    answers(fault) {
      answer = fault;
    },
    answerCame({ url, code }) {
      if (answer?.url !== url || answer.code !== code) return undefined;
      onPage = answer;
      return answer;
    },
    learn(fault) {
      if (onPage?.id === fault.id) onPage = fault;
    },
    notify() {
      const current = status();
      if (!current) return;
      const isNew = onPage?.id !== current.fault.id;
      if (isNew && !isListening()) return;
      onPage = current.fault;
      send(isNew ? CHANNELS.fault : CHANNELS.faultStatus, current);
    },
    documentPath(path, script) {
      onPage = status()?.fault;
      document = { path: faultPagePath(path, onPage?.id ?? ''), script };
      return document.path;
    },
    takeDocument(asked) {
      const current = status();
      if (!current || document?.path !== asked) return undefined;
      const { script } = document;
      document = undefined;
      return { ...current, script };
    },
  };
}
