/** The web app's server of the soak: answers, is silent, resets, goes away and comes back on the same port. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { startOrigin } from '../origin.ts';

/** How it answers; every other path gets a line of JSON. Unnamed: after the request's body. */
const ANSWERS: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
  '/api/never': () => undefined,
  '/api/slow': (_request, response) => setTimeout(() => response.end('{}'), 3_000),
  '/api/stalls': (_request, response) => response.writeHead(200).write('part'),
  '/api/events': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n'),
  '/api/resets': (request) => request.once('data', () => request.socket.resetAndDestroy()),
};

export async function startSoakServer() {
  const sockets = new Set<Socket>();
  const open = new Set<ServerResponse>();
  const seen: Record<string, number> = {};
  const { url, server, listen, close } = await startOrigin((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    const { pathname } = new URL(request.url ?? '/', 'http://any');
    seen[pathname] = (seen[pathname] ?? 0) + 1;
    const answer = ANSWERS[pathname];
    if (answer) return void answer(request, response);
    request
      .resume()
      .on('end', () => response.setHeader('content-type', 'application/json').end('{"ok":true}'));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  return {
    origin: url,
    connections: () => sockets.size,
    seen: seen as Readonly<typeof seen>,
    open: () => [...open].map(({ req }) => `${req.method} ${req.url}`),
    start: async () => void (server.listening || (await listen())),
    /** Ends all connections and refuses others until `start`. */
    stop: close,
  };
}
