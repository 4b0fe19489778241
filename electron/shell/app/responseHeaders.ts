/** Heads of incoming responses. Electron keeps only one listener per session: this module's. To change heads, add a step. */
import type { HeadersReceivedResponse, OnHeadersReceivedListenerDetails, Session } from 'electron';

interface Step {
  /** In the format of `webRequest`. */
  urls: readonly string[];
  change(details: OnHeadersReceivedListenerDetails): HeadersReceivedResponse;
}

const steps = new WeakMap<Session, Step[]>();

const schemeOf = (url: string) => url.slice(0, url.indexOf(':'));

/** Changes the heads of responses from these addresses. Only one step per scheme and session. */
export function changeResponses(session: Session, step: Step): void {
  const all = [...(steps.get(session) ?? []), step];
  steps.set(session, all);
  const urls = all.flatMap((one) => one.urls);
  session.webRequest.onHeadersReceived({ urls }, (details, answer) => {
    const isOf = (url: string) => schemeOf(url) === schemeOf(details.url);
    answer(all.find((one) => one.urls.some(isOf))?.change(details) ?? {});
  });
}
