/** Looks for the server at an address that somebody typed. */
import { BlockList } from 'node:net';
import { net } from 'electron';
import { bareHost, isOpen, typedAddress } from '../../common/origins.ts';
import { responseTo } from '../../common/responseTo.ts';
import type { Fault } from '../../shared/fault.ts';
import { loadError } from '../../shared/loadErrors.ts';
import { apart, issuerOf } from '../certificates/authorities.ts';
import type { TrustedCertificate } from '../settings/server.ts';
import { request } from '../signIn/authentication.ts';

/** How long the whole search may take, in milliseconds. */
const LIMIT_MS = 20_000;

/** This machine and private networks (RFC 1918, RFC 3927, RFC 4193, RFC 4291). */
const PRIVATE = new BlockList();
const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');
const OWN = '127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 ::1/128 fc00::/7 fe80::/10';
for (const [address = '', prefix] of OWN.split(' ').map((network) => network.split('/')))
  PRIVATE.addSubnet(address, Number(prefix), familyOf(address));

export interface FoundServer {
  /** The window opens at its path. */
  address: URL;
  status?: number;
}

/** Why there is no such server: the texts of that fault, or one of the form's own. */
export type Missing =
  | (Pick<Fault, 'kind' | 'code'> & { issuer?: string | undefined })
  | 'malformed'
  | 'unencrypted';

/** Faults for which a server may be there without encryption: it answered otherwise, or not at all. */
const WITHOUT_TLS = /SSL_PROTOCOL|SSL_VERSION|CONNECTION_|EMPTY_RESPONSE|TIMED_OUT|ADDRESS_UNREACHABLE/;

/**
 * A host without a scheme that does not speak https is tried by http, in a private network alone: the user then confirms that
 * nothing is encrypted. @param trusted counts in this look-up alone
 */
export async function lookUpTyped(
  typed: string,
  isSecure: boolean,
  trusted?: TrustedCertificate,
): Promise<FoundServer | Missing> {
  const address = typedAddress(typed);
  if (!address) return 'malformed';
  const found = await lookUp(address, trusted);
  const isTried = typeof found === 'object' && 'code' in found && WITHOUT_TLS.test(String(found.code));
  if (!isTried || typed.includes('://') || isSecure) return found;
  const open = await lookUp(new URL(address.href.replace(/^https/, 'http')), trusted);
  return typeof open === 'object' && 'address' in open ? open : found;
}

/** Asks the server. A redirect within its host is followed; one to elsewhere, such as a sign-in, is an answer. Never rejects. */
async function lookUp(address: URL, trusted?: TrustedCertificate): Promise<FoundServer | Missing> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  try {
    if (!(await isAllowed(address))) return 'unencrypted';
    return await ask(address, signal, trusted);
  } catch (error) {
    const [, name = 'ERR_FAILED'] = /net::(ERR_\w+)/.exec(String(error)) ?? [];
    const code = signal.aborted ? 'ERR_TIMED_OUT' : name;
    // It is there, and the window will ask the user for a certificate.
    if (loadError(code).cure === 'restart') return { address };
    const issuer = code === 'ERR_CERT_AUTHORITY_INVALID' ? issuerOf(address) : undefined;
    return { kind: 'load', code, issuer };
  }
}

/** Whether it is encrypted, or leads to private networks only. @throws Chromium's error if its name is unknown */
export async function isAllowed(url: URL): Promise<boolean> {
  if (!isOpen(url)) return true;
  const { endpoints } = await net.resolveHost(bareHost(url.hostname));
  return endpoints.every(({ address }) => PRIVATE.check(address, familyOf(address)));
}

async function ask(
  typed: URL,
  signal: AbortSignal,
  trusted?: TrustedCertificate,
): Promise<FoundServer | Missing> {
  const [url, headers] = [typed.href, { accept: 'text/html' }];
  const sent = request({ url, headers, session: apart(trusted), redirect: 'manual', cache: 'no-store' });
  let at = typed;
  const answer = responseTo(sent, signal, (status, location) => {
    const to = new URL(location);
    if (!isSameServer(to, at)) return { status, headers: {}, body: null };
    at = to;
    return undefined;
  });
  sent.end();
  const { status, body } = await answer;
  body?.destroy();
  if (status >= 500) return { kind: 'http', code: status };
  return { address: new URL(typed.pathname + typed.search, at.origin), status };
}

/** Whether a redirect stays on the host, with or without `www.`, and keeps its encryption. */
const isSameServer = (to: URL, from: URL): boolean =>
  nameOf(to) === nameOf(from) && (to.protocol === 'https:' || to.protocol === from.protocol);
const nameOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '');
