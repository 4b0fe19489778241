/**
 * Runs inside a network namespace of its own (test/e2e/app/offline.ts): `app` and `down` open the window, wait until it is
 * painted, and so many seconds more, and close it, `down` with a server of reports that cannot be reached; `control` sends
 * a datagram and connects to an address, which must be noticed.
 */
import { createSocket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, startApp } from './app.ts';

if (process.argv[2] === 'control') {
  createSocket('udp4').send('?', 53, '192.0.2.1');
  connect(80, '192.0.2.1');
  await pause(500);
  process.exit(0);
}
// A server of reports that is down, on this machine; or none.
const dsn = process.argv[2] === 'down' ? { SENTRY_DSN: 'http://key@127.0.0.1:9/1' } : {};
const userData = await mkdtemp(join(tmpdir(), 'holdfast-namespace-'));
await writeFile(join(userData, 'settings.json'), '{"reports": "on"}');
const app = await startApp({ env: dsn, userData });
await app.page.getByText('This page could not be found.').waitFor();
await pause(Number(process.argv[3]) * 1_000);
console.log(await app.page.locator('h1').textContent());
const code = await app.stop();
await rm(userData, { recursive: true, force: true, maxRetries: 5 });
process.exit(code ?? 1);
