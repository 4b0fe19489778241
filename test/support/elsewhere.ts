/** Addresses whose loads fail as networks do, and an app that loads its page from them. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { atEnd } from './leftovers.ts';

/**
 * JavaScript for main: the window loads `globalThis.elsewhere` instead of the app's page, at first what the
 * environment says. Fault pages load as usual.
 */
export const LOADS_ELSEWHERE = `
  globalThis.elsewhere = process.env.TEST_ELSEWHERE;
  electron.app.on('web-contents-created', (_event, contents) => {
    const load = contents.loadURL.bind(contents);
    contents.loadURL = (url) =>
      load(globalThis.elsewhere && !url.includes('/_holdfast/') ? globalThis.elsewhere : url);
  });
`;

/** A server that handles each connection with `act`; without it, an address that refuses connections. */
export async function elsewhere(act?: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    act?.(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  if (!act) await close();
  atEnd(close);
  return {
    /** The address, with this scheme. */
    url: (scheme: string) => `${scheme}://127.0.0.1:${port}/`,
    close,
  };
}
