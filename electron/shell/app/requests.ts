/** Requests before and after they are sent. Electron keeps only one listener of each kind per session: this module's. */
import type {
  CallbackResponse,
  OnBeforeRequestListenerDetails,
  OnErrorOccurredListenerDetails,
  Session,
} from 'electron';
import { APP_SCHEME } from '../../shared/channels.ts';
import { readRetryAfter } from '../../shared/retryAfter.ts';

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

/** The values of a response's header, whose name servers write in any case. @param wanted the name, in lower case */
export const valuesIn = (headers: Record<string, string[]> = {}, wanted: string): string[] =>
  Object.entries(headers).flatMap(([name, values]) => (name.toLowerCase() === wanted ? values : []));

// Of every kind: a service worker asks for a document as for anything else.
const ALL = { urls: [`${APP_SCHEME}://*/*`, 'http://*/*', 'https://*/*'] };
/** Most addresses that are remembered: a page may ask for any number. */
const MAX = 100;

/** By address, without its fragment. */
const waits = new Map<string, number>();

/** Notes how long servers ask to wait: only a session reveals their headers. Must be called before its first window. */
export function watchRetryAfter({ webRequest }: Session): void {
  webRequest.onResponseStarted(ALL, ({ url, responseHeaders }) => {
    const [said = null] = valuesIn(responseHeaders, 'retry-after');
    const wait = readRetryAfter(said, Date.now());
    waits.delete(url);
    if (wait === undefined) return;
    if (waits.size >= MAX) waits.clear();
    waits.set(url, wait);
  });
}

/** In milliseconds, from the server of the document at this address; undefined if it did not say. */
export const retryAfterOf = (url: string): number | undefined => waits.get(url.replace(/#.*/s, ''));
