/** An app's own server on this machine, for windows that show it at its address. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OwnServer {
  address: string;
  /** How it answers; by default with a page named like the path. */
  answer: RequestListener;
  /** The requested paths. */
  asked: string[];
  stop(): Promise<void>;
  /** Listens again, at the same address. */
  start(): Promise<void>;
}

export const PAGE = (name: string, more = '') =>
  `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>The shop at ${name}</h1>${more}`;

export const html =
  (text: string, status = 200, headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(text);

export const usual: RequestListener = (request, response) =>
  html(PAGE(request.url ?? '', '<a href="/orders">Orders</a><input id="name">'))(request, response);

export async function ownServer(): Promise<OwnServer> {
  let server: ReturnType<typeof createServer>;
  let port = 0;
  const own: OwnServer = {
    address: '',
    answer: usual,
    asked: [],
    async start() {
      server = createServer((request, response) => {
        own.asked.push(request.url ?? '');
        own.answer(request, response);
      });
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      ({ port } = server.address() as AddressInfo);
      own.address = `http://127.0.0.1:${port}`;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await own.start();
  return own;
}
