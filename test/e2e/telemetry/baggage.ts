/** Generated requests from the running app, through every HTTP client, with the baggage as a server received it. */
import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findElectron } from '../../../electron/setup/electron.ts';
import { LIMITS } from '../../../electron/shared/limits.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { bench, server, type TelemetryApp, withBench } from '../../support/telemetryApp.ts';

const MOST = LIMITS.baggage.value;
const SEED = 20_261_121;
/** Simultaneous requests. */
const BATCH = 100;
/** W3C Baggage, for the characters generated here. */
const HEADER = /^[\w.-]+=[\w%.-]*(;[\w.-]+(=[\w%.-]*)?)*(,[\w.-]+=[\w%.-]*(;[\w.-]+(=[\w%.-]*)?)*){0,179}$/;

export let app: TelemetryApp;
export let origin: Origin;
let base: string;
/** Received baggage headers, by the number of the request. */
const baggageOf = new Map<string, string[]>();
/** All received headers, by the name of the request, or its number. */
export const received = new Map<string, IncomingHttpHeaders>();

/** A request by its number, with the app's entries. */
interface Sent {
  n: number;
  baggage: string;
}
/** In the page: a request for page data, which main forwards. */
const page = (code: string) => async (sent: Sent[]) => {
  const known = `const url = '/_next/data/b1/x.json?n=' + n; const headers = { baggage, 'x-nextjs-data': '1' };`;
  const make = `(n, baggage) => { ${known} ${code} }`;
  await app.page(`Promise.all(${JSON.stringify(sent)}.map(({ n, baggage }) => (${make})(n, baggage)))`);
};
const main = (code: string) => async (sent: Sent[]) => {
  const make = `(n, baggage) => { const url = '${base}/?n=' + n; ${code} }`;
  await app.main(`await Promise.all(${JSON.stringify(sent)}.map(({ n, baggage }) => (${make})(n, baggage)))`);
};
/** Sends a request with Node's http or electron.net and waits for its end. */
const ended = (request: string) => `return new Promise((resolve, reject) => {
  const request = ${request};
  request.on('response', (response) => response.on('data', () => 0).on('end', resolve)).on('error', reject).end();
});`;

const PATHS: Record<string, [times: number, send: (sent: Sent[]) => Promise<void>]> = {
  'fetch in a page, headers in an object': [500, page('return fetch(url, { headers });')],
  'fetch in a page, Headers': [500, page('return fetch(url, { headers: new Headers(headers) });')],
  'fetch in a page, a Request': [500, page('return fetch(new Request(url, { headers }));')],
  'fetch in a page, tuples': [500, page('return fetch(url, { headers: Object.entries(headers) });')],
  'XMLHttpRequest in a page': [
    500,
    page(`return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open('GET', url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.onloadend = resolve;
      request.send();
    });`),
  ],
  'fetch of a page of the web': [
    500,
    main(`
      globalThis.elsewhere ??= (async () => {
        const made = new electron.BrowserWindow({ show: false });
        await made.loadURL(new URL('/page', url).href);
        return made;
      })();
      const args = JSON.stringify([url, { headers: { baggage } }]);
      return elsewhere.then((made) => made.webContents.executeJavaScript('fetch(...' + args + ').then(({ status }) => status)'));
    `),
  ],
  'electron.net.fetch': [1_000, main('return electron.net.fetch(url, { headers: { baggage } });')],
  'electron.net.request': [1_500, main(ended(`electron.net.request({ url, headers: { baggage } })`))],
  "Node's fetch": [
    1_500,
    main('return fetch(url, { headers: { baggage } }).then((answer) => answer.text());'),
  ],
  "Node's http": [3_000, main(ended(`require('node:http').request(url, { headers: { baggage } })`))],
};

const entry = fc
  .tuple(
    fc.constantFrom('k', 'user.id', 'X-Tenant', 'sentry_like'),
    fc.nat(99),
    fc.integer({ min: 0, max: 2_500 }),
    fc.constantFrom('', ';ttl=5', ';secret'),
  )
  .map(([name, number, length, property]) => `${name}${number}=${'v'.repeat(length)}${property}`);
const entries = fc.array(entry, { minLength: 1, maxLength: 8 });

/** Since 22.12 Node has the diagnostics channel http.client.request.created. */
const TELLS_OF_HTTP = Number.parseInt((await findElectron()).version, 10) >= 34;
const cannotRun = TELLS_OF_HTTP ? [] : ["Node's http"];

/** Starts the app, with a server that receives its requests. @param reports undefined: the user has not answered */
export function withRequests(reports?: 'on'): void {
  withBench();
  beforeAll(async () => {
    origin = await startOrigin(({ url = '', headers, rawHeaders }, response) => {
      const asked = new URL(url, 'http://localhost').searchParams;
      const name = asked.get('n') ?? asked.get('name') ?? '';
      received.set(name, headers);
      baggageOf.set(
        name,
        rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'baggage'),
      );
      response.writeHead(404, { 'content-type': 'text/html' }).end('none');
    });
    base = origin.url;
    const settings = { sentryDsn: server.dsn, origin: base, buildId: 'b1', ...(reports && { reports }) };
    app = await bench.start({ settings, userData: await bench.folder() });
  });
  afterAll(() => origin.close());
}

/** Declares the tests, for reports that are on. `part`: 1 for all requests, 20 for a twentieth. */
export function testBaggage(part: number): void {
  let longest = 0;
  let made = 0;

  it.skip.each(cannotRun)('%s: needs the Node of Electron 34', () => undefined);

  it.each(Object.keys(PATHS).filter((name) => !cannotRun.includes(name)))(
    '%s: within the limit, valid, no entry lost while there is room',
    async (name) => {
      const [all, send] = PATHS[name] as (typeof PATHS)[string];
      const times = all / part;
      const first = made;
      const wanted = fc.sample(entries, { seed: SEED + first, numRuns: times });
      made += times;
      const sent = wanted.map((list, at) => ({ n: first + at, baggage: list.join(',') }));
      for (let from = 0; from < times; from += BATCH) await send(sent.slice(from, from + BATCH));
      wanted.forEach((list, at) => {
        const values = baggageOf.get(String(first + at));
        expect(values?.length, `request ${at}`).toBeLessThanOrEqual(1);
        const value = values?.[0] ?? '';
        expect(value.length, `request ${at}`).toBeLessThanOrEqual(MOST);
        longest = Math.max(longest, value.length);
        if (value) expect(value).toMatch(HEADER);
        const got = value.split(',').filter(Boolean);
        const own = got.filter((one) => !one.startsWith('sentry-'));
        // The app's come first, in their order.
        expect(got.slice(0, own.length)).toEqual(own);
        const rest = [...own];
        const length = own.join(',').length;
        for (const one of list) {
          if (rest[0] === one) rest.shift();
          else expect(length + 1 + one.length, `an entry of ${one.length}`).toBeGreaterThan(MOST);
        }
        expect(rest).toEqual([]);
      });
    },
    120_000,
  );

  it('the longest one is within the limit', () => {
    expect(made).toBe((TELLS_OF_HTTP ? 10_000 : 7_000) / part);
    expect(longest).toBeLessThanOrEqual(MOST);
    console.log(`The longest baggage of ${made} requests has ${longest} characters.`);
  });
}
