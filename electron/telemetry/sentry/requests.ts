/**
 * The headers of every request of both processes: baggage within its limit, and no word of Sentry's trace before a yes.
 * Requests are changed where they leave: those of Chromium (pages and electron.net) in `webRequest`, those of Node by its
 * diagnostics channels. Main's own requests get their trace headers here too: the SDK would overwrite the app's baggage.
 *
 * Not covered in Node's `http`: Node before 22.12, which has no channel for it; headers given as an array, which are text
 * by then; and baggage that is set after the request was made.
 */
import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { getTraceData, type SerializedTraceData, stringMatchesSomePattern } from '@sentry/core';
import { app } from 'electron';
import { boundBaggage, entriesOf } from '../../shared/baggage.ts';
import type { LimitCounters } from '../../shared/limits.ts';

const BAGGAGE = 'baggage';
const TRACE_HEADERS: ReadonlySet<string> = new Set(['sentry-trace', 'traceparent']);

type Header = readonly [name: string, value: string];

/** A request as undici's channel publishes it; `headers` are names and values in turn, and may be changed in place. */
interface UndiciRequest {
  origin: string;
  path: string;
  headers: unknown;
}

/**
 * Limits the headers of all requests from now on. Call it before Electron is ready.
 * @param targets addresses to which main's requests name their trace
 * @returns a switch for what names a trace, off at first
 */
export function limitRequests(
  counters: LimitCounters,
  targets: readonly (string | RegExp)[],
): (isAllowed: boolean) => void {
  let isAllowed = false;
  /** @param own the address, if main makes the request */
  const limited = (headers: readonly Header[], own?: string) => {
    const isTarget = own !== undefined && stringMatchesSomePattern(own, [...targets]);
    return limitHeaders(headers, isAllowed ? (isTarget ? getTraceData() : {}) : undefined, counters);
  };

  app.on('session-created', ({ webRequest }) => {
    const urls = ['http://*/*', 'https://*/*'];
    webRequest.onBeforeSendHeaders({ urls }, ({ requestHeaders, url, webContentsId }, answer) => {
      const headers = limited(Object.entries(requestHeaders), webContentsId === undefined ? url : undefined);
      answer({ requestHeaders: Object.fromEntries(headers) });
    });
  });
  diagnostics.subscribe('undici:request:create', (message) => {
    const { headers, origin, path } = (message as { request: UndiciRequest }).request;
    if (!Array.isArray(headers)) return;
    const given = headers.flatMap((name, at): Header[] => (at % 2 ? [] : [[String(name), headers[at + 1]]]));
    headers.splice(0, headers.length, ...limited(given, new URL(path, origin).href).flat());
  });
  diagnostics.subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest };
    const value = request.getHeader(BAGGAGE);
    if (value === undefined || request.headersSent) return;
    const [header] = limited([[BAGGAGE, String(value)]]);
    if (header) request.setHeader(...header);
    else request.removeHeader(BAGGAGE);
  });
  return (allowed) => {
    isAllowed = allowed;
  };
}

/**
 * A request's headers within the limit of baggage.
 * @param trace the trace headers to add where there are none; `undefined`: those that are there, and Sentry's baggage, go
 */
export function limitHeaders(
  headers: readonly Header[],
  trace: SerializedTraceData | undefined,
  counters: LimitCounters,
): Header[] {
  const isBaggage = ([name]: Header) => name.toLowerCase() === BAGGAGE;
  const isTrace = ([name]: Header) => TRACE_HEADERS.has(name.toLowerCase());
  const others = headers.filter((header) => !isBaggage(header) && (trace || !isTrace(header)));
  const all = headers
    .filter(isBaggage)
    .map(([, value]) => value)
    .join(',');
  const { baggage, ...added } = others.some(isTrace) ? {} : (trace ?? {});
  const { value, dropped } = boundBaggage(trace ? all : entriesOf(all, 'app'), baggage);
  counters.add(BAGGAGE, 'dropped', dropped);
  return [...others, ...(Object.entries(added) as Header[]), ...(value ? [[BAGGAGE, value] as const] : [])];
}
