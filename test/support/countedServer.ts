/** A server of a web app that knows what is still open at it, and an app that reaches it by `proxy`. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect } from 'vitest';
import { type Watched, type WatchOptions, watch } from './recovery.ts';
import { until } from './until.ts';

export interface CountedServer {
  origin: string;
  server: Server;
  /** Answers the next requests. */
  answer: RequestListener;
  /** The paths of the requests that neither side has ended. */
  open(): string[];
  close(): Promise<void>;
}

export async function startCounted(answer: RequestListener): Promise<CountedServer> {
  const open = new Map<ServerResponse | Duplex, string>();
  const count = (end: ServerResponse | Duplex, path = '') => {
    open.set(end, path);
    end.once('close', () => open.delete(end));
  };
  const server = createServer({ maxHeaderSize: 100_000 }, (request, response) => {
    count(response, request.url);
    // What a client resets is this server's error too.
    request.on('error', () => undefined);
    counted.answer(request, response);
  });
  server.on('upgrade', ({ url }, socket) => count(socket, url));
  // Nothing is cut by the server itself.
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const counted: CountedServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    answer,
    open: () => [...open.values()],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return counted;
}

/** Starts the app with `/api/*` of this server. */
export async function watchProxied(
  { origin }: CountedServer,
  { settings, ...more }: WatchOptions = {},
): Promise<Watched> {
  const app = await watch({
    ...more,
    settings: { origin, buildId: 'b1', proxy: ['/api/*'], ...settings },
  });
  await app.shows('404');
  return app;
}

/** For `afterEach`: nothing may be left open at the server, and main may have thrown nothing. */
export async function expectNothingLeft(counted: CountedServer, app: Watched): Promise<void> {
  await until(
    () => `these requests to end: ${counted.open().join(', ')}`,
    () => counted.open().length === 0,
  );
  expect(app.stderr()).not.toContain('Something went wrong. ');
}
