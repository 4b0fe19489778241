/**
 * Runs inside a network namespace of its own (test/e2e/app/offline.long.test.ts): opens the window, waits until it is painted, and
 * so many seconds more, and closes it; with a server of reports that cannot be reached if the mode is `down`. Prints what
 * was sent until then; then sends a datagram and connects to an address, and prints it once more.
 */
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devToolsAddress, pause, said, spawnApp } from './app.ts';
import { connect } from './cdp.ts';
import { INSPECTED, screenOf } from './screen.ts';

/** What the kernel has counted. */
function sent(): string {
  const packets = readFileSync('/sys/class/net/out/statistics/tx_packets', 'utf8').trim();
  const [, datagrams] = /^Udp: (?:\d+ ){3}(\d+)/m.exec(readFileSync('/proc/net/snmp', 'utf8')) ?? [];
  return `packets ${packets}, datagrams ${datagrams}`;
}

// A server of reports that is down, on this machine; or none.
const env = process.argv[2] === 'down' ? { SENTRY_DSN: 'http://key@127.0.0.1:9/1' } : {};
const userData = await mkdtemp(join(tmpdir(), 'holdfast-namespace-'));
await writeFile(join(userData, 'settings.json'), '{"reports": "on"}');
const app = await spawnApp({ env, userData, args: ['--remote-debugging-port=0', '--inspect=0'] });
const browser = await connect(await devToolsAddress(app));
const inspector = await connect(await said(app, INSPECTED));
console.log(await screenOf(browser, inspector, app.stderr).shows('This page could not be found.'));
await pause(Number(process.argv[3]) * 1_000);
browser.close();
inspector.close();
app.process.kill('SIGTERM');
const code = await app.ended;
console.log(`of the app: ${sent()}`);
createSocket('udp4').send('?', 53, '192.0.2.1');
connectTo(80, '192.0.2.1');
await pause(500);
console.log(`with the control: ${sent()}`);
await rm(userData, { recursive: true, force: true, maxRetries: 5 });
process.exit(code ?? 1);
