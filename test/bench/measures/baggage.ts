/**
 * The longest baggage header that leaves: 10,000 generated requests of each app, over fetch and XMLHttpRequest of the
 * page, and electron.net, fetch and http of main. The app's own baggage is within 8,192 characters in every one.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attach, connect, pagesOf } from '../../../electron/dev/cdp.ts';
import { devToolsAddress, pause } from '../../support/app.ts';
import { type Context, type Findings, once } from '../support/rows.ts';
import { createSides } from '../support/sides.ts';
import { type Started, startSide } from '../support/start.ts';

/** Seeded chance, so that a run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const LIMIT = 8_192;
/** For each of five ways. */
const REQUESTS = 2_000;
const DSN = 'http://key@127.0.0.1:9/1';
const MOST_MS = 120_000;

/** Baggage of an app: entries of many sizes, as a whole near the limit more often than not. */
function generate(count: number): string[] {
  const random = seeded(8);
  return Array.from({ length: count }, () => {
    const most = random() < 0.7 ? LIMIT - Math.floor(random() * 200) : Math.floor(random() * LIMIT);
    let header = '';
    for (let n = 0; header.length < most - 12; n += 1) {
      const room = most - header.length - 12;
      header += `${header && ','}key${n}=${'v'.repeat(Math.min(room, 40 + Math.floor(random() * 400)))}`;
    }
    return header;
  });
}

/** JavaScript for the page: sends all by fetch and then by XMLHttpRequest, and waits for the answers. */
const inPage = (url: string, headers: readonly string[]) => `(async () => {
  const headers = ${JSON.stringify(headers)};
  const byXhr = (baggage) => new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', ${JSON.stringify(url)} + 'xhr');
    request.setRequestHeader('baggage', baggage);
    request.onloadend = resolve;
    request.send();
  });
  const byFetch = (baggage) => fetch(${JSON.stringify(url)} + 'page', { headers: { baggage } }).then((answer) => answer.text());
  for (const send of [byFetch, byXhr])
    for (let at = 0; at < headers.length; at += 4) await Promise.all(headers.slice(at, at + 4).map(send));
})()`;

/** Sends from the page, and hears from the browser what it sends. Resolves to the longest header and the number. */
async function pageRequests(started: Started, url: string, headers: readonly string[]) {
  const cdp = await connect(await devToolsAddress(started.app));
  try {
    const page = (await pagesOf(cdp)).find((one) => !one.url.startsWith('about:'));
    const sessionId = await attach(cdp, page?.targetId ?? '');
    let [longest, count] = [0, 0];
    cdp.on('Network.requestWillBeSent', ({ request }) => {
      const sent = (request as { headers: Record<string, string> }).headers;
      const baggage = Object.entries(sent).find(([name]) => name.toLowerCase() === 'baggage')?.[1];
      if (baggage === undefined) return;
      longest = Math.max(longest, baggage.length);
      count += 1;
    });
    await cdp.send('Network.enable', {}, { sessionId });
    const { exceptionDetails } = await cdp.send<{
      exceptionDetails?: { exception?: { description?: string } };
    }>(
      'Runtime.evaluate',
      { expression: inPage(url, headers), awaitPromise: true, returnByValue: true },
      { sessionId, timeout: MOST_MS },
    );
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The page failed.');
    return { longest, count };
  } finally {
    cdp.close();
  }
}

async function measureSide(
  name: 'holdfast' | 'stock',
  folder: string,
): Promise<{ longest: number; count: number }> {
  let [longest, count] = [0, 0];
  const server = createServer({ maxHeaderSize: 65_536 }, ({ rawHeaders, url = '' }, response) => {
    const values = rawHeaders.filter(
      (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'baggage',
    );
    if (values.length > 0 && /^\/(net|fetch|http)$/.test(url)) {
      longest = Math.max(longest, values.join(',').length);
      count += 1;
    }
    response
      .writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })
      .end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const headers = generate(REQUESTS);
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify({ url, headers }));
  const sides = await createSides(DSN, () => Promise.reject(new Error('no such side')));
  try {
    const side = await sides.side(name);
    const script = join(import.meta.dirname, '..', 'children', 'mainRequests.cjs');
    const env = { ...side.env, BENCH_SCRIPT: script, BENCH_REQUESTS: file };
    const started = await startSide({ ...side, env });
    try {
      // Holdfast's page may ask its own origin only, and does; the SDK of both adds to requests of their own server.
      const page = await pageRequests(started, name === 'holdfast' ? '/bench/' : url, headers);
      for (
        const end = Date.now() + MOST_MS;
        !/^bench requests /m.test(started.app.stdout());
        await pause(50)
      ) {
        if (Date.now() > end || started.app.stdout().includes('bench failed'))
          throw new Error(`${name} did not send all.\n${started.app.stdout()}\n${started.app.stderr()}`);
      }
      return { longest: Math.max(longest, page.longest), count: count + page.count };
    } finally {
      await started.stop();
    }
  } finally {
    await sides.remove();
    server.closeAllConnections();
    server.close();
  }
}

export async function measureBaggage({ log }: Context): Promise<Findings> {
  log(`baggage: ${5 * REQUESTS} requests of each app`);
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-baggage-'));
  try {
    const [ours, stock] = await Promise.all([measureSide('holdfast', folder), measureSide('stock', folder)]);
    return {
      rows: [
        {
          what: 'longest baggage header',
          unit: 'characters',
          sides: { holdfast: once(ours.longest), stock: once(stock.longest) },
          goal: { text: `≤ ${LIMIT.toLocaleString('en')}`, isMet: ours.longest > 0 && ours.longest <= LIMIT },
          note: `of ${ours.count.toLocaleString('en')} and ${stock.count.toLocaleString('en')} requests with baggage; as shipped, Holdfast traces nothing in its page`,
        },
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
