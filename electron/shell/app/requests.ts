/** Requests before they are sent. Electron keeps only one listener per session: this module's. To see them, add a step. */
import type { CallbackResponse, OnBeforeRequestListenerDetails, Session } from 'electron';

export interface RequestStep {
  /** In the format of `webRequest`. */
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
