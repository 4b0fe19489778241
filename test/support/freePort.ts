/** Ports for servers that must be given one. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range from which systems assign ports, where another app could take one meanwhile. Each worker has its
 * own range, even when two checkouts run their tests.
 */
let next = 20_000 + 1_000 * Number(process.env.VITEST_POOL_ID ?? 0) + 10 * (process.pid % 80);

/** A port of loopback on which nobody listens now. */
export async function freePort(): Promise<number> {
  const port = next++;
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return await freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
