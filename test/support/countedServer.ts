/** A web app's server that knows its open requests, and an app that reaches it by `proxy`. */
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
    // A client's reset is an error here too.
    request.on('error', () => undefined);
    counted.answer(request, response);
  });
  server.on('upgrade', ({ url }, socket) => count(socket, url));
  // The server itself closes nothing.
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

/** For `afterEach`: fails if a request is still open at the server, or if main threw an error. */
export async function expectNothingLeft(counted: CountedServer, app: Watched): Promise<void> {
  await until(
    () => `these requests to end: ${counted.open().join(', ')}`,
    () => counted.open().length === 0,
  );
  expect(app.stderr()).not.toContain('Something went wrong. ');
}
