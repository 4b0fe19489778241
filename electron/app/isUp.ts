/** Whether a server of this machine is there. */
import { connect } from 'node:net';

/** @param address such as `http://localhost:5173` @param withinMs how long it may take */
export function isUp(address: string, withinMs: number): Promise<boolean> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    // Tries IPv6 and IPv4: servers listen on one of them.
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 80),
      autoSelectFamily: true,
    });
    const settle = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.setTimeout(withinMs, () => settle(false));
    socket.on('connect', () => settle(true)).on('error', () => settle(false));
  });
}
