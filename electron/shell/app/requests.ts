/** Requests before they are sent, and those that failed. Electron keeps only one listener of each per session: this module's. */
import type {
  CallbackResponse,
  OnBeforeRequestListenerDetails,
  OnErrorOccurredListenerDetails,
  Session,
} from 'electron';

export interface RequestStep {
  urls: readonly string[];
  /** Returns whether it answers, now or later; otherwise the next step decides. */
  take(details: OnBeforeRequestListenerDetails, answer: (response: CallbackResponse) => void): boolean;
}

const steps = new WeakMap<Session, RequestStep[]>();

/** Adds a step after the others. */
export function watchSent(session: Session, step: RequestStep): void {
  const all = [...(steps.get(session) ?? []), step];
  steps.set(session, all);
  const urls = [...new Set(all.flatMap((one) => one.urls))];
  session.webRequest.onBeforeRequest({ urls }, (details, answer) => {
    if (!all.some((one) => one.take(details, answer))) answer({});
  });
}

type Failed = (details: OnErrorOccurredListenerDetails) => void;
const listeners = new WeakMap<Session, Failed[]>();

/** Calls a function for each request to a server that no answer came to. */
export function watchFailed(session: Session, listener: Failed): void {
  const all = [...(listeners.get(session) ?? []), listener];
  listeners.set(session, all);
  session.webRequest.onErrorOccurred({ urls: ['http://*/*', 'https://*/*'] }, (details) => {
    for (const one of all) one(details);
  });
}
