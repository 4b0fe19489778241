/** Ports for servers that must be told theirs. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give out themselves, of which another app could get one meanwhile; each worker has its own,
 * also where the tests of two checkouts run.
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
