/**
 * Heads of responses on their way in. Electron keeps one listener for them in a session, the last that was set: it is
 * here, and whoever changes them adds a step.
 */
import type { HeadersReceivedResponse, OnHeadersReceivedListenerDetails, Session } from 'electron';

interface Step {
  /** As `webRequest` takes them. */
  urls: readonly string[];
  change(details: OnHeadersReceivedListenerDetails): HeadersReceivedResponse;
}

const steps = new WeakMap<Session, Step[]>();

const schemeOf = (url: string) => url.slice(0, url.indexOf(':'));

/** Changes the heads of responses from these addresses. A scheme can have one step in a session. */
export function changeResponses(session: Session, step: Step): void {
  const all = [...(steps.get(session) ?? []), step];
  steps.set(session, all);
  const urls = all.flatMap((one) => one.urls);
  session.webRequest.onHeadersReceived({ urls }, (details, answer) => {
    const isOf = (url: string) => schemeOf(url) === schemeOf(details.url);
    answer(all.find((one) => one.urls.some(isOf))?.change(details) ?? {});
  });
}
