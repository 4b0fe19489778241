/**
 * Trace headers (release, key and trace id) leave the machine only after a yes. The SDK decides by address alone, and
 * remembers each decision; so what it would write is asked for here, and what pages have written is taken off.
 */
import { getAsyncContextStrategy, getMainCarrier } from '@sentry/core';
import { app, session } from 'electron';
import { entriesOf } from '../shared/baggage.ts';

const TRACE_HEADERS: ReadonlySet<string> = new Set(['sentry-trace', 'traceparent']);

/** Gives a switch, off at first. Call it after the SDK has started. */
export function limitTracePropagation(): (isAllowed: boolean) => void {
  const strategy = getAsyncContextStrategy(getMainCarrier());
  const { getTraceData } = strategy;
  const none = () => ({});
  const ofPages = (isAllowed: boolean) =>
    session.defaultSession.webRequest.onBeforeSendHeaders(
      { urls: ['http://*/*', 'https://*/*'] },
      isAllowed
        ? null
        : ({ requestHeaders }, answer) => answer({ requestHeaders: withoutTrace(requestHeaders) }),
    );
  let isAllowed = false;
  strategy.getTraceData = none;
  void app.whenReady().then(() => ofPages(isAllowed));
  return (allowed) => {
    isAllowed = allowed;
    strategy.getTraceData = allowed ? getTraceData : none;
    if (app.isReady()) ofPages(allowed);
  };
}

/** The headers without Sentry's; the app's own baggage stays. */
function withoutTrace(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (TRACE_HEADERS.has(name.toLowerCase())) return [];
    if (name.toLowerCase() !== 'baggage') return [[name, value]];
    const own = entriesOf(value, 'app');
    return own ? [[name, own]] : [];
  });
  return Object.fromEntries(kept);
}
