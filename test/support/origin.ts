/** A web server on this machine. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import https from 'node:https';
import { freePort } from './freePort.ts';
import { atEnd } from './leftovers.ts';

export type Origin = Awaited<ReturnType<typeof startOrigin>>;

/**
 * @param port of an earlier server, to come back there
 * @param tls key and certificate, for https
 */
export async function startOrigin(
  answer: RequestListener,
  { port, tls }: { port?: number; tls?: https.ServerOptions } = {},
) {
  // While it is closed no other program may get its port.
  const own = port || (await freePort());
  const take: RequestListener = (request, response) => {
    const { url = '', headers } = request;
    origin.requests.push({ url, headers });
    origin.asked.push(url);
    origin.answer(request, response);
  };
  const server = tls ? https.createServer(tls, take) : createServer({ maxHeaderSize: 100_000 }, take);
  const origin = {
    url: `http${tls ? 's' : ''}://127.0.0.1:${own}`,
    port: own,
    /** How it answers. */
    answer,
    /** The requests so far. */
    requests: [] as { url: string; headers: IncomingHttpHeaders }[],
    /** Their paths and queries. */
    asked: [] as string[],
    server: server as Server,
    /** Listens again. */
    async listen() {
      await once(server.listen(own, '127.0.0.1'), 'listening');
    },
    /** Ends all connections, and refuses others. An end-to-end file's servers close at its end. */
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  await origin.listen();
  atEnd(origin.close);
  return origin;
}

/** A page of an app's own server. */
export const PAGE = (name: string, more = '') =>
  `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>The shop at ${name}</h1>${more}`;

export const html =
  (text: string, status = 200, headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(text);

/** A page named like the path. */
export const usual: RequestListener = (request, response) =>
  html(PAGE(request.url ?? '', '<a href="/orders">Orders</a><input id="name">'))(request, response);
