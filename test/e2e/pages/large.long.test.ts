/** 2 GB each way through `proxy`: main's memory stays what it was. Prints the figures. */
import { open } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { privateOf } from '../../bench/measures/processes.ts';
import { fileFolder } from '../../electron/testFolder.ts';
import {
  type CountedServer,
  expectNothingLeft,
  startCounted,
  watchProxied,
} from '../../support/countedServer.ts';
import type { Watched } from '../../support/recovery.ts';

const BYTES = 2 * 1024 ** 3;
const PART = Buffer.alloc(1024 ** 2, 65);
/** What main may hold at a time, in MB: what it collects before it streams, twice, and the parts on their way. */
const HELD = 150;
const LIMIT_MS = 400_000;

let server: CountedServer;
let app: Watched;
const folder = fileFolder();

const WAYS: Record<string, RequestListener> = {
  '/api/down': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': BYTES });
    let left = BYTES / PART.length;
    const more = () => {
      while (left > 0) {
        left -= 1;
        if (left === 0) response.end(PART);
        else if (!response.write(PART)) return void response.once('drain', more);
      }
    };
    more();
  },
  '/api/up': (request, response) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
    });
    request.on('end', () => response.end(String(size)));
  },
};

beforeAll(async () => {
  server = await startCounted((request, response) => WAYS[request.url ?? '']?.(request, response));
  app = await watchProxied(server);
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
  await server.close();
});

/** Main's private memory in MB before, at its most while the page runs this, and after. */
async function held(code: string): Promise<{ value: number; figures: string; more: number }> {
  const now = () => privateOf([app.process.pid ?? 0]);
  const before = now();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, now());
  }, 100);
  const start = performance.now();
  const value = await app.page<number>(code, LIMIT_MS).finally(() => clearInterval(timer));
  const seconds = Math.round((performance.now() - start) / 1000);
  const figures = `${before.toFixed(0)} MB before, ${most.toFixed(0)} at most, ${now().toFixed(0)} after, in ${seconds} s`;
  return { value, figures, more: most - before };
}

it.runIf(process.platform === 'linux')(
  '2 GB down and 2 GB up',
  async () => {
    const down = await held(`(async () => {
      const reader = (await fetch('/api/down')).body.getReader();
      let size = 0;
      for (let part = await reader.read(); !part.done; part = await reader.read()) size += part.value.length;
      return size;
    })()`);
    console.log(`2 GB down: main has ${down.figures}`);
    expect(down.value).toBe(BYTES);
    await expectNothingLeft(server, app);

    const path = join(folder, 'large.bin');
    const file = await open(path, 'w');
    await file.truncate(BYTES);
    await file.close();
    await app.page(`document.body.insertAdjacentHTML('beforeend', '<input type="file" id="large">')`);
    const sessionId = (await app.windows()).at(-1)?.sessionId;
    const { root } = await app.browser.send<{ root: { nodeId: number } }>(
      'DOM.getDocument',
      {},
      { sessionId },
    );
    const input = { nodeId: root.nodeId, selector: '#large' };
    const { nodeId } = await app.browser.send<{ nodeId: number }>('DOM.querySelector', input, { sessionId });
    await app.browser.send('DOM.setFileInputFiles', { nodeId, files: [path] }, { sessionId });
    const up = await held(`(async () => {
      const body = new FormData();
      body.append('file', document.querySelector('#large').files[0]);
      return Number(await (await fetch('/api/up', { method: 'POST', body })).text());
    })()`);
    console.log(`2 GB up: main has ${up.figures}`);
    expect(up.value).toBeGreaterThan(BYTES);
    await expectNothingLeft(server, app);
    expect(Math.max(down.more, up.more)).toBeLessThan(HELD);
  },
  2 * LIMIT_MS + 60_000,
);
