/**
 * Limits baggage of every request: Chromium's (pages and electron.net) in `webRequest`, Node's through diagnostics channels.
 * Before the user's consent none has Sentry's trace; main's is added here too, because the SDK overwrites the app's baggage.
 * Not covered: Node's `http` before 22.12, headers passed to it as an array, baggage set after the request was created.
 */
import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { SerializedTraceData } from '@sentry/core';
import { changeRequestHeaders } from '../../common/requestHeaders.ts';
import { LIMITS, type LimitCounters } from '../../shared/limitValues/limits.ts';

const BAGGAGE = 'baggage';

type Header = readonly [name: string, value: string];

type ReadTrace = () => SerializedTraceData;

/** Limits all requests from now on; call it before `ready`. Returns what sets main's trace: until then none leaves. */
export function limitRequests(
  counters: LimitCounters,
  targets: (string | RegExp)[],
  change = changeRequestHeaders,
): (readTrace: ReadTrace | undefined) => void {
  let readTrace: ReadTrace | undefined;
  const isTarget = (address: string) =>
    targets.some((target) => (typeof target === 'string' ? address.includes(target) : target.test(address)));
  /** @param own the address, if the request is main's */
  const traceOf = (own: string | undefined): SerializedTraceData | undefined => {
    if (!readTrace) return undefined;
    return own !== undefined && isTarget(own) ? readTrace() : {};
  };
  const limited = (headers: readonly Header[], own?: string) => limitHeaders(headers, traceOf(own), counters);

  change((headers, { url, webContentsId }) =>
    Object.fromEntries(limited(Object.entries(headers), webContentsId === undefined ? url : undefined)),
  );
  diagnostics.subscribe('undici:request:create', (message) => {
    const { request } = message as { request: Record<'origin' | 'path', string> & { headers: unknown } };
    const { headers, origin, path } = request;
    // Names and values in turns, which may be changed in place.
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
  return (read) => {
    readTrace = read;
  };
}

/** Returns headers with bounded baggage. @param trace to add if there is none; `undefined` removes all, and Sentry's baggage */
export function limitHeaders(
  headers: readonly Header[],
  trace: SerializedTraceData | undefined,
  counters: LimitCounters,
): Header[] {
  const isBaggage = ([name]: Header) => name.toLowerCase() === BAGGAGE;
  const ids = headers.flatMap(([name, value]) => (/^sentry-trace$/i.test(name) ? [value.slice(0, 32)] : []));
  // The SDK can also add a traceparent of the same trace. Any other is the app's own.
  const isTrace = ([name, value]: Header) =>
    /^sentry-trace$/i.test(name) || (/^traceparent$/i.test(name) && ids.includes(value.slice(3, 35)));
  const others = headers.filter((header) => !isBaggage(header) && (trace || !isTrace(header)));
  const own = headers.filter(isBaggage).map(([, value]) => value);
  const { baggage = '', ...added } = others.some(isTrace) ? {} : (trace ?? {});
  const { value, dropped } = boundBaggage([...own, baggage].join(), trace !== undefined);
  counters.add(BAGGAGE, 'dropped', dropped);
  return [...others, ...(Object.entries(added) as Header[]), ...(value ? [[BAGGAGE, value] as const] : [])];
}

/** Joins entries within the limit: the app's first, then Sentry's, of a key the first. They are dropped whole, never cut. */
export function boundBaggage(entries: string, hasSentrys: boolean): { value: string; dropped: number } {
  const members = entries
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const isSentrys = (entry: string) => entry.startsWith('sentry-');
  const ours = new Map<string, string>();
  for (const entry of hasSentrys ? members.filter(isSentrys) : []) {
    const [key = ''] = entry.split('=', 1);
    if (!ours.has(key)) ours.set(key, entry);
  }
  const all = [...members.filter((entry) => !isSentrys(entry)), ...ours.values()];
  const kept: string[] = [];
  let length = -1;
  for (const entry of all) {
    if (length + 1 + entry.length > LIMITS.baggage.value) continue;
    kept.push(entry);
    length += 1 + entry.length;
  }
  return { value: kept.join(','), dropped: all.length - kept.length };
}
