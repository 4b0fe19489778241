/** Which hosts images may come from. */
import { BlockList, isIP } from 'node:net';

/** IPv4 that is not public (IANA special-purpose address registry), multicast and reserved included. */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** What is public IPv6 (IANA global unicast), and within it what leads elsewhere or nowhere. */
const PUBLIC_V6 = '2000::/3';
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Created on first use: building the lists takes a tenth of main's startup time. */
let lists: { private: BlockList; publicV6: BlockList } | undefined;

/** Whether an IP address is not one of the public internet. IPv4 inside of IPv6 (`::ffff:8.8.8.8`) never is. */
export function isPrivate(address: string): boolean {
  lists ??= { private: blockList([...PRIVATE_V4, ...PRIVATE_V6]), publicV6: blockList([PUBLIC_V6]) };
  if (isIP(address) === 4) return lists.private.check(address, 'ipv4');
  return !lists.publicV6.check(address, 'ipv6') || lists.private.check(address, 'ipv6');
}

export type HostRules = ReturnType<typeof hostRules>;

/**
 * @param hosts host names (`cdn.example.com`), names one label below one (`*.example.com`) or any number of them
 *   (`**.example.com`), as in the framework's `remotePatterns`, and IP addresses or ranges (`10.1.2.3`, `10.1.0.0/16`).
 *   A private address is refused, whatever name led to it, unless it is listed here.
 * @throws Error if an entry is none of these
 */
export function hostRules(hosts: readonly string[]) {
  const names = new Set<string>();
  const patterns: RegExp[] = [];
  const addresses: string[] = [];
  for (const host of hosts) {
    if (isIP(host.split('/')[0] as string)) addresses.push(host);
    else if (!/^(?:\*\*?\.)?[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(host)) {
      throw new Error(
        `"${host}" is no host for images: write cdn.example.com, *.example.com, **.example.com, 10.1.2.3 or 10.1.0.0/16.`,
      );
    } else if (host.startsWith('*')) patterns.push(patternOf(host.toLowerCase()));
    else names.add(host.toLowerCase());
  }
  const listed = blockList(addresses);
  const contains = (address: string) => listed.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  return {
    /** Whether images may be asked of the host of this address, its addresses aside. */
    isListed({ hostname }: URL): boolean {
      const host = bare(hostname);
      return isIP(host) ? contains(host) : names.has(host) || patterns.some((pattern) => pattern.test(host));
    },
    /** Whether a connection to this IP address may be made for a listed host. */
    isAllowedAddress: (address: string): boolean => !isPrivate(address) || contains(address),
  };
}

function patternOf(host: string): RegExp {
  const [stars = '', ...labels] = host.split('.');
  const below = stars === '*' ? '[^.]+' : '.+';
  return new RegExp(`^${below}\\.${labels.join('\\.')}$`);
}

/** An URL's host without the brackets of IPv6 and the dot of a full name. */
export function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const v4 = isIP(address) === 4;
    list.addSubnet(address, prefix === undefined ? (v4 ? 32 : 128) : Number(prefix), v4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
