/** Keeps the baggage of every request within its limit: of pages, and of main by fetch, http and https, electron.net. */
import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { app, type Net, type ClientRequest as NetRequest } from 'electron';
import { boundBaggage, entriesOf } from '../../shared/baggage.ts';
import type { LimitCounters } from '../../shared/limits.ts';

const BAGGAGE = 'baggage';

/** The part of undici's request that its diagnostics channel lets a subscriber change: names and values in turn. */
interface FetchRequest {
  headers: unknown;
}

/**
 * Call this before the SDK starts, and what it returns after: the SDK adds its entries between the two.
 * It joins headers in a way that loses entries (Node fetch) or the app's header (electron.net), so the app's
 * header is put aside first and the two are joined here.
 */
export function limitBaggage(counters: LimitCounters, net: Pick<Net, 'request'>): () => void {
  const bound = (app: string | undefined, sentry?: string) => {
    const { value, dropped } = boundBaggage(app, sentry);
    counters.add('baggage', 'dropped', dropped);
    return value;
  };
  const apps = new WeakMap<object, string>();

  diagnostics.subscribe('undici:request:create', (message) => {
    const { request } = message as { request: FetchRequest };
    const app = takeBaggage(request);
    if (app !== undefined) apps.set(request, app);
  });

  return () => {
    diagnostics.subscribe('undici:request:create', (message) => {
      const { request } = message as { request: FetchRequest };
      const sentry = takeBaggage(request);
      const app = apps.get(request);
      if (app === undefined && sentry === undefined) return;
      const value = bound(app, sentry);
      if (value && Array.isArray(request.headers)) request.headers.push(BAGGAGE, value);
    });
    diagnostics.subscribe('http.client.request.created', (message) => {
      limitHttp((message as { request: ClientRequest }).request, bound);
    });
    limitNet(net, bound);
  };
}

type Bound = (app: string | undefined, sentry?: string) => string;

/** Removes every baggage header from the request and gives their values as one. */
function takeBaggage({ headers }: FetchRequest): string | undefined {
  if (!Array.isArray(headers)) return undefined;
  const values: string[] = [];
  for (let i = headers.length - 2; i >= 0; i -= 2) {
    if (String(headers[i]).toLowerCase() !== BAGGAGE) continue;
    values.unshift(String(headers[i + 1]));
    headers.splice(i, 2);
  }
  return values.length ? values.join(',') : undefined;
}

/** Bounds what the request holds now, and what is set on it until it is sent. */
function limitHttp(request: ClientRequest, bound: Bound): void {
  const isBaggage = (name: string) => name.toLowerCase() === BAGGAGE;
  const { setHeader, appendHeader } = request;
  const set = (value: unknown) => setHeader.call(request, BAGGAGE, bound(String(value)));

  request.setHeader = (name, value) => {
    if (isBaggage(name)) return set(value) as ClientRequest;
    return setHeader.call(request, name, value) as ClientRequest;
  };
  request.appendHeader = (name, value) => {
    if (!isBaggage(name)) return appendHeader.call(request, name, value) as ClientRequest;
    return set([request.getHeader(BAGGAGE) ?? [], value].flat().join(',')) as ClientRequest;
  };
  if (!request.headersSent) {
    const value = request.getHeader(BAGGAGE);
    if (value !== undefined) set(value);
  } else limitRawHeader(request as ClientRequest & { _header: string }, bound);
}

/** Headers given as an array are already one text when the request is made, though nothing is sent yet. */
function limitRawHeader(request: { _header: string }, bound: Bound): void {
  const lines = request._header.split('\r\n');
  const isBaggage = (line: string) => line.toLowerCase().startsWith(`${BAGGAGE}:`);
  const values = lines.filter(isBaggage).map((line) => line.slice(BAGGAGE.length + 1));
  if (values.length === 0) return;
  const value = bound(values.join(','));
  const [first = '', ...others] = lines.filter((line) => !isBaggage(line));
  request._header = [first, ...(value ? [`${BAGGAGE}: ${value}`] : []), ...others].join('\r\n');
}

/** `net.request` as the SDK has wrapped it by now; `net.fetch` is made of it. */
function limitNet(net: Pick<Net, 'request'>, bound: Bound): void {
  const { request } = net;
  net.request = (options) => {
    const app = typeof options === 'string' ? undefined : baggageOf(options.headers);
    const made = request.call(net, options);
    const now = made.getHeader(BAGGAGE);
    const sentry = now === undefined ? undefined : entriesOf(String(now), 'sentry');
    const { setHeader } = made;
    made.setHeader = (name, value) => {
      if (name.toLowerCase() !== BAGGAGE) return setHeader.call(made, name, value);
      const both = bound(String(value), sentry);
      if (both) setHeader.call(made, BAGGAGE, both);
      else made.removeHeader(BAGGAGE);
    };
    if (app !== undefined || now !== undefined) made.setHeader(BAGGAGE, app ?? '');
    return made as NetRequest;
  };
}

function baggageOf(headers: Record<string, string | string[]> = {}): string | undefined {
  const values = Object.entries(headers).filter(([name]) => name.toLowerCase() === BAGGAGE);
  return values.length ? values.map(([, value]) => String(value)).join(',') : undefined;
}

const TRACE_HEADERS: ReadonlySet<string> = new Set(['sentry-trace', 'traceparent']);

/**
 * Bounds the headers of every request that Chromium sends, and gives a switch for those that name a trace, which are off at
 * first: pages may have written them. Call it before Electron is ready.
 */
export function limitRequests(counters: LimitCounters): (isTraceAllowed: boolean) => void {
  let isAllowed = false;
  app.on('session-created', ({ webRequest }) => {
    const urls = ['http://*/*', 'https://*/*'];
    webRequest.onBeforeSendHeaders({ urls }, ({ requestHeaders }, answer) =>
      answer({ requestHeaders: limitHeaders(requestHeaders, isAllowed, counters) }),
    );
  });
  return (allowed) => {
    isAllowed = allowed;
  };
}

/**
 * The headers of a request as Chromium sends it, whoever made it: baggage within its limit, and what is Sentry's only if
 * its trace may be named.
 */
export function limitHeaders(
  headers: Record<string, string>,
  isTraceAllowed: boolean,
  counters: LimitCounters,
): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const known = name.toLowerCase();
    if (TRACE_HEADERS.has(known)) return isTraceAllowed ? [[name, value]] : [];
    if (known !== BAGGAGE) return [[name, value]];
    const { value: bound, dropped } = boundBaggage(isTraceAllowed ? value : entriesOf(value, 'app'));
    counters.add('baggage', 'dropped', dropped);
    return bound ? [[name, bound]] : [];
  });
  return Object.fromEntries(kept);
}
