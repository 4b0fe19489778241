/** What Electron says of the way to a server, read. Pure. */

export type Route = { kind: 'direct' } | { kind: 'proxy'; name: string; host: string; port: number };

const DEFAULT_PORTS: Readonly<Record<string, number>> = { PROXY: 80, HTTP: 80, HTTPS: 443 };
const SOCKS_PORT = 1080;

/**
 * Reads the answer of `session.resolveProxy`, which has the form of a proxy auto-config file: `DIRECT`, or
 * `PROXY host:port; SOCKS5 host:port; DIRECT`, the first to be tried first.
 * @throws Error for an answer of another form
 */
export function readRoute(answer: string): Route {
  const [first = ''] = answer.split(';');
  const [kind = '', place = ''] = first.trim().split(/\s+/);
  if (kind.toUpperCase() === 'DIRECT') return { kind: 'direct' };
  const match = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(place);
  if (!/^(PROXY|HTTPS?|SOCKS[45]?|QUIC)$/i.test(kind) || !match)
    throw new Error(`the system's proxy settings gave "${answer}", which is not understood`);
  const [, host = '', port] = match;
  return {
    kind: 'proxy',
    name: kind.toUpperCase(),
    host: host.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : (DEFAULT_PORTS[kind.toUpperCase()] ?? SOCKS_PORT),
  };
}
