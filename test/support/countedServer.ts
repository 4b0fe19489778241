/** A web app's server that knows its open requests, and an app that reaches it by `proxy`. */
import type { RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { expect } from 'vitest';
import { type Origin, startOrigin } from './origin.ts';
import { type Watched, type WatchOptions, watch } from './recovery.ts';
import { until } from './until.ts';

export interface CountedServer extends Origin {
  /** The paths of the requests that neither side has ended. */
  open(): string[];
}

export async function startCounted(answer: RequestListener): Promise<CountedServer> {
  const open = new Map<ServerResponse | Duplex, string>();
  const count = (end: ServerResponse | Duplex, path = '') => {
    open.set(end, path);
    end.once('close', () => open.delete(end));
  };
  const origin = await startOrigin(answer);
  origin.server.prependListener('request', (request, response) => {
    count(response, request.url);
    // A client's reset is an error here too.
    request.on('error', () => undefined);
  });
  origin.server.on('upgrade', ({ url }, socket) => count(socket, url));
  // The server itself closes nothing.
  origin.server.requestTimeout = 0;
  return Object.assign(origin, { open: () => [...open.values()] });
}

/** Starts the app with `/api/*` of this server. */
export async function watchProxied(
  { url }: CountedServer,
  { settings, ...more }: WatchOptions = {},
): Promise<Watched> {
  const app = await watch({
    ...more,
    settings: { origin: url, buildId: 'b1', proxy: ['/api/*'], ...settings },
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
