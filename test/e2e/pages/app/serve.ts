/** The example pages in a real page: built, and served over loopback by the app's own protocol handler. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDataHandler } from '../../../../electron/protocol/data/handler.ts';
import { createHandler } from '../../../../electron/protocol/handler.ts';
import { createImageHandler } from '../../../../electron/protocol/images/handler.ts';

export interface App {
  /** `http://127.0.0.1:…` */
  url: string;
  /** What the handlers reported. */
  errors: unknown[];
  close(): Promise<void>;
}

/**
 * Builds the pages and serves them.
 * @param origin the web app's server
 */
export async function serveApp(pages: string, origin: string): Promise<App> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-app-'));
  const dist = join(folder, 'renderer');
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'build.ts'), pages, dist], {
    env: { ...process.env, NODE_ENV: 'production' },
  });

  const errors: unknown[] = [];
  const shared = { origin, onError: (error: unknown) => errors.push(error), now: Date.now };
  const answer = createHandler({
    folder: dist,
    documents: { coded: '{{code}}', uncoded: '' },
    version: '0.0.0',
    styleHashes: [],
    routes: [
      createDataHandler({ ...shared, buildId: 'B1', directory: join(folder, 'data'), fetch }),
      createImageHandler({
        ...shared,
        directory: join(folder, 'images'),
        fetch: (url, init) => fetch(url, { ...init, redirect: 'manual' }),
        resolve: () => Promise.resolve([]),
      }),
    ],
    showStack: true,
    onError: shared.onError,
    now: Date.now,
  });

  const server = createServer(async ({ url, method, headers }, response) => {
    const sent = Object.entries(headers).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const reply = await answer(new Request(`app://shell${url}`, { method: method ?? 'GET', headers: sent }));
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    errors,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
