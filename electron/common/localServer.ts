/** Servers on this machine: whether one is running, and who owns it. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { bareHost } from './origins.ts';

const ANY = '00000000';
const ANY_6 = ANY.repeat(4);

/** Where a server can be reached at a loopback address, as in /proc/net/tcp, in the order of Linux (__inet_lookup_listener). */
function listeningAt(host: string): readonly string[] {
  if (host === '::1') return ['00000000000000000000000001000000', ANY_6];
  const bytes = host.split('.').map(Number).reverse();
  const own = Buffer.from(bytes).toString('hex').toUpperCase();
  return [own, `0000000000000000FFFF0000${own}`, ANY, ANY_6];
}

/** Returns the owners of the sockets that listen on a port, by address; undefined if the system does not say. */
async function listeners(port: number): Promise<Map<string, number> | undefined> {
  const read = (name: string) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '');
  const files = await Promise.all(['tcp', 'tcp6'].map(read));
  if (!files[0]) return undefined;
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const found = new Map<string, number>();
  for (const line of files.join('').split('\n')) {
    const [, local = '', , state, , , , uid] = line.trim().split(/\s+/);
    // 0A: it listens.
    if (state === '0A' && local.endsWith(wanted)) found.set(local.slice(0, -wanted.length), Number(uid));
  }
  return found;
}

/** Returns the user's id; undefined if there is no server; `anyone` if the system does not say. */
async function ownerAt(host: string, port: number): Promise<number | 'anyone' | undefined> {
  const known = await listeners(port);
  if (!known) return 'anyone';
  const local = listeningAt(host).find((one) => known.has(one));
  return local === undefined ? undefined : known.get(local);
}

/** Whether it belongs to this user, or to root, who can read and change everything anyway. */
const isTrusted = (owner: Awaited<ReturnType<typeof ownerAt>>) =>
  owner === 'anyone' || owner === 0 || owner === process.getuid?.();

const placesOf = (address: string) => {
  const { hostname, port } = new URL(address);
  const host = bareHost(hostname);
  return { hosts: isIP(host) ? [host] : ['127.0.0.1', '::1'], port: Number(port || 80) };
};

async function connected(host: string, port: number, withinMs: number): Promise<Socket | undefined> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(withinMs) });
    return socket;
  } catch {
    socket.destroy();
    return undefined;
  }
}

/** Connects to a server of this user. Skips another user's, if the system reveals the owner (Linux). */
export async function reach(address: string, withinMs: number): Promise<Socket | undefined> {
  const { hosts, port } = placesOf(address);
  for (const host of hosts) {
    if (!isTrusted(await ownerAt(host, port))) continue;
    const socket = await connected(host, port, withinMs);
    if (!socket) continue;
    // Another server may have replaced it before the connection was made.
    if (isTrusted(await ownerAt(host, port))) return socket;
    socket.destroy();
  }
  return undefined;
}

/** Whether a server of this user is running; parameters as for `reach`. */
export async function isUp(address: string, withinMs = 2_000): Promise<boolean> {
  const socket = await reach(address, withinMs);
  socket?.on('error', () => undefined).destroy();
  return socket !== undefined;
}

/** Says in a sentence who owns the skipped server at an address, or undefined if no server was skipped. */
export async function strangerAt(address: string): Promise<string | undefined> {
  const { hosts, port } = placesOf(address);
  const owners = await Promise.all(hosts.map((host) => ownerAt(host, port)));
  const stranger = owners.find((owner) => owner !== undefined && !isTrusted(owner));
  return stranger === undefined
    ? undefined
    : `A server at ${address} belongs to another user (uid ${stranger}) and is not shown.`;
}
