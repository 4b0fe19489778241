/** Addresses whose loads fail as networks do, and an app that loads its page from them. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';

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

export interface Elsewhere {
  /** The address, with another scheme. */
  url(scheme: string): string;
  close(): Promise<void>;
}

/** A server that handles each connection with `act`; without it, an address that refuses connections. */
export async function elsewhere(
  onConnection?: (socket: import('node:net').Socket) => void,
): Promise<Elsewhere> {
  const sockets = new Set<import('node:net').Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    onConnection?.(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  if (!onConnection) await close();
  return { url: (scheme) => `${scheme}://127.0.0.1:${port}/`, close };
}
