/** What calls to main, and 100 MB to and from a server, cost a page, beside a window on that server itself. */

import { withCode } from '../../support/extension/app.ts';
import { startOrigin } from '../../support/origin.ts';
import { inPage, launch } from '../launch.ts';
import { type Findings, inTurn, median, type Row } from '../report.ts';
import { configure, type Sides } from '../sides.ts';

const NAMES = ['web', 'plain', 'forwarding'] as const;
const BYTES = 100_000_000;

const HANDLER = `import { defineMain } from 'holdfast/main';
const input = { '~standard': { version: 1 as const, vendor: 'own', validate: (value: unknown) => ({ value }) } };
export default defineMain({ handle: { same: { input, run: (value: unknown) => value } } });`;

/** Milliseconds of each, on a page that has done it once before. */
const TIMES = `(async () => {
  const time = async (work) => {
    await work(1);
    const from = performance.now();
    await work(1_000);
    return performance.now() - from;
  };
  const text = 'x'.repeat(1_000);
  const calls = await time(async (count) => {
    for (let n = 0; n < count; n += 1) await holdfast.invoke('same', text);
  });
  const down = await time(async (share) => {
    let bytes = 0;
    for await (const part of (await fetch('/api/' + share)).body) bytes += part.length;
    if (bytes !== ${BYTES} / 1_000 * share) throw new Error(bytes + ' bytes came');
  });
  const up = await time(async (share) => {
    const body = new Uint8Array(${BYTES} / 1_000 * share);
    const taken = await (await fetch('/api/up', { method: 'POST', body })).text();
    if (Number(taken) !== body.length) throw new Error(taken + ' bytes arrived');
  });
  return { calls, down, up };
})()`;

/** Serves the page, as many thousandths of BYTES as the path says, and the size of uploads. */
function startServer() {
  const part = Buffer.alloc(BYTES / 1_000, 'x');
  return startOrigin(async (request, response) => {
    if (request.method === 'POST') {
      let bytes = 0;
      for await (const chunk of request) bytes += chunk.length;
      return response.end(String(bytes));
    }
    const parts = Number(/^\/api\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 0);
    if (parts === 0)
      return response.setHeader('content-type', 'text/html').end('<!doctype html><h1>Start</h1>');
    for (let n = 0; n < parts; n += 1)
      if (!response.write(part)) await new Promise((resolve) => response.once('drain', resolve));
    return response.end();
  });
}

type Times = Record<'calls' | 'down' | 'up', number>;

/** @param rounds all three on each side per round */
export async function measureTraffic(sides: Sides, rounds = 5): Promise<Findings> {
  const server = await startServer();
  const found: Record<(typeof NAMES)[number], Times[]> = { web: [], plain: [], forwarding: [] };
  try {
    const { folder, env } = await sides.get('web');
    await withCode(HANDLER)(folder);
    await configure(folder, { origin: server.url, proxy: ['/api/*'] });
    const plain = { BENCH_ADDRESS: server.url };
    const envs = { web: env, plain, forwarding: { ...plain, BENCH_SCHEME: 'forwarding' } };
    for (let round = 0; round < rounds; round += 1) {
      for (const name of inTurn(NAMES, round)) {
        const { app, stop } = await launch({ ...(await sides.get(name)), env: envs[name] });
        try {
          found[name].push(await inPage(app, TIMES, 120_000));
        } finally {
          await stop();
        }
      }
    }
  } finally {
    await server.close();
  }
  const row = (what: string, of: keyof Times, max: number): Row => {
    const values = Object.fromEntries(NAMES.map((name) => [name, found[name].map((times) => times[of])]));
    const floor = {
      value: median(values.forwarding ?? []),
      of: 'protocol.handle with net.fetch, nothing else',
    };
    return { what, unit: 'ms', values, goals: [['web', max, 'plain']], floor };
  };
  return {
    rows: [
      row('1,000 calls of main with 1 kB', 'calls', 1.3),
      row('100 MB down', 'down', 1.2),
      row('100 MB up', 'up', 1.2),
    ],
  };
}
