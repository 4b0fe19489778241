/**
 * Runs inside a network namespace of its own (test/e2e/app/offline.long.test.ts): opens the window, waits until it is painted, and
 * so many seconds more, and closes it; with a server of reports that cannot be reached if the mode is `down`. Prints what
 * was sent until then; then sends a datagram and connects to an address, and prints it once more.
 */
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { pause } from './app.ts';
import { watch } from './recovery.ts';

/** What the kernel has counted. */
function sent(): string {
  const packets = readFileSync('/sys/class/net/out/statistics/tx_packets', 'utf8').trim();
  const [, datagrams] = /^Udp: (?:\d+ ){3}(\d+)/m.exec(readFileSync('/proc/net/snmp', 'utf8')) ?? [];
  return `packets ${packets}, datagrams ${datagrams}`;
}

// A server of reports that is down, on this machine; or none.
const sentryDsn = process.argv[2] === 'down' ? 'http://key@127.0.0.1:9/1' : undefined;
const app = await watch({ settings: { reports: 'on', sentryDsn } });
console.log(await app.shows('This page could not be found.'));
await pause(Number(process.argv[3]) * 1_000);
const code = await app.stop();
console.log(`of the app: ${sent()}`);
createSocket('udp4').send('?', 53, '192.0.2.1');
connect(80, '192.0.2.1');
await pause(500);
console.log(`with the control: ${sent()}`);
process.exit(code ?? 1);
