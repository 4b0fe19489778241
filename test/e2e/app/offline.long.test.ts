/**
 * A start without a network, observed by the kernel: the app runs in a network namespace whose only interface leads
 * nowhere, and counts every packet that any of its processes sends there.
 */
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PROJECT } from '../../support/app.ts';
import { lacks } from '../../support/lacks.ts';

const SCRIPT = join(PROJECT, 'test', 'support', 'insideNamespace.ts');

/** Without IPv6, whose own router and group messages would be counted; name lookups would use IPv4. */
const INSIDE = `
  set -e
  ip link set lo up
  ip link add out type veth peer name end
  echo 1 > /proc/sys/net/ipv6/conf/out/disable_ipv6
  echo 1 > /proc/sys/net/ipv6/conf/end/disable_ipv6
  ip address add 10.123.0.1/24 dev out
  ip link set out up
  ip link set end up
  ip neighbour add 10.123.0.2 lladdr 02:00:00:00:00:01 dev out
  ip route add default via 10.123.0.2
  "$@"
`;

async function watched(mode: 'app' | 'down'): Promise<string> {
  // A new mount of /sys shows the interfaces of the new namespace, not the machine's.
  const script = `mount -t sysfs sysfs /sys && ${INSIDE.trim()}`;
  const inside = ['sh', '-c', script, 'sh', process.execPath, SCRIPT, mode, String(SECONDS)];
  const args = ['--map-root-user', '--net', '--mount', ...inside];
  const { stdout } = await promisify(execFile)('unshare', args, { timeout: 170_000 });
  return stdout;
}

/** Namespaces exist only on Linux, and a machine may refuse them. */
const possible =
  spawnSync('unshare', ['--map-root-user', '--net', '--mount', 'ip', 'link'], { encoding: 'utf8' }).status ===
  0;
if (!possible)
  console.log('offline start: not checked, this machine has no network namespaces (unshare, ip).');

/** Delayed work of a start runs within a minute. */
const SECONDS = 60;

// One after the other: they share a display, and a covered window paints nothing.
it.skipIf(lacks('/proc') || !possible).each([
  ['without a server of reports', 'app'],
  ['with one that is down', 'down'],
] as const)(`sends no packet from the start to ${SECONDS} s after the paint, %s`, async (_, mode) => {
  const seen = await watched(mode);
  expect(seen).toContain('404');
  expect(seen).toContain('of the app: packets 0, datagrams 0\n');
  // The counter notices what is sent.
  expect(seen).toMatch(/with the control: packets [1-9]\d*, datagrams 1\n/);
});
