/**
 * Runs inside a network namespace of its own (test/e2e/app/offline.test.ts): `app` opens the window, waits until it is
 * painted and closes it; `control` sends a datagram and connects to an address, which must be noticed.
 */
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { pause, startApp } from './app.ts';

if (process.argv[2] === 'control') {
  createSocket('udp4').send('?', 53, '192.0.2.1');
  connect(80, '192.0.2.1');
  await pause(500);
  process.exit(0);
}
const app = await startApp();
await app.page.getByText('This page could not be found.').waitFor();
// What a start puts off would come now.
await pause(3_000);
console.log(await app.page.locator('h1').textContent());
process.exit((await app.stop()) ?? 1);
