/** Whom the app believes about servers, beside the system: own authorities, and a certificate that the user trusts. */
import type { X509Certificate } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { app, type Certificate, type Request, type Session, session } from 'electron';
import { log } from '../../common/log.ts';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import { bareHost } from '../../common/origins.ts';
import { readRegularFileSync } from '../../common/regularFile.ts';
import type { TrustedCertificate } from '../settings/server.ts';
import { isVouchedFor } from './authorities.policy.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const MAX_PEM_BYTES = 1_000_000;

/** Chromium's ERR_CERT_COMMON_NAME_INVALID and ERR_CERT_AUTHORITY_INVALID. */
const UNKNOWN = [-200, -202];
/** Electron's answers to a session's question about a certificate. */
const [TAKEN, AS_CHROMIUM_SAYS] = [0, -3];

let authorities: readonly X509Certificate[] = [];
const refused = new Map<string, X509Certificate>();
let trusted: TrustedCertificate | undefined;
const issuers = new Map<string, string>();
let count = 0;

/** The last certificate of a host for which nobody vouched. */
export const refusedCertificate = (host: string): X509Certificate | undefined => refused.get(bareHost(host));

/** The answer to a session's question about a certificate. @param also what counts in that session alone */
export function verdictOn(request: Request, also?: TrustedCertificate): number {
  try {
    return isTaken(request, also) ? TAKEN : AS_CHROMIUM_SAYS;
  } catch (error) {
    log(error);
    return AS_CHROMIUM_SAYS;
  }
}

function isTaken({ hostname, certificate, errorCode }: Request, also?: TrustedCertificate): boolean {
  if (!UNKNOWN.includes(errorCode)) return false;
  const chain = chainOf(certificate);
  const host = bareHost(hostname);
  if (isVouchedFor(chain, host, authorities, Date.now())) return true;
  const [leaf] = chain;
  const isThis = (one?: TrustedCertificate) =>
    one && bareHost(one.host) === host && one.fingerprint === leaf?.fingerprint256;
  if (isThis(trusted) || isThis(also)) return true;
  // A page may ask for any number of hosts.
  if (refused.size > 100) refused.clear();
  if (leaf) refused.set(host, leaf);
  return false;
}

/** Makes every session believe these authorities too, and this certificate at its host. Must run before the app is ready. */
export function setupAuthorities(own: readonly X509Certificate[], certificate?: TrustedCertificate): void {
  authorities = own;
  trusted = certificate;
  app.on('session-created', (session) =>
    session.setCertificateVerifyProc((request, answer) => answer(verdictOn(request))),
  );
}

/** The certificates that a server sent, its own first. */
function chainOf(certificate: Certificate | undefined): X509Certificate[] {
  const chain = [];
  for (let one = certificate; one && chain.length < 10; one = one.issuerCert)
    chain.push(new (nodeCrypto().X509Certificate)(one.data));
  return chain;
}

/** Reads certificates in PEM. @param sources absolute paths, or their text @throws Error that says which one is wrong */
export function readAuthorities(sources: readonly string[] = []): X509Certificate[] {
  return sources.flatMap((source) => {
    const isText = source.startsWith('-----BEGIN');
    if (!isText && !isAbsolute(source)) throw new Error(`${source} is not an absolute path`);
    const text = isText ? source : readRegularFileSync(source, MAX_PEM_BYTES).toString();
    const found = text.match(PEM)?.map((pem) => new (nodeCrypto().X509Certificate)(pem)) ?? [];
    if (found.length === 0) throw new Error(`${isText ? 'A text' : source} holds no certificate in PEM`);
    return found;
  });
}

/**
 * A session in memory, for requests that bring no cookie of the app and leave none. It notes who issued the certificates that
 * it sees. @param trusted counts in this session alone, which is a new one: Chromium asks about a certificate once
 */
export function apart(trusted?: TrustedCertificate): Session {
  const made = session.fromPartition(`holdfast-apart-${trusted ? ++count : 0}`);
  made.setCertificateVerifyProc((request, decide) => {
    issuers.set(request.hostname, request.certificate.issuerName);
    decide(verdictOn(request, trusted));
  });
  return made;
}

export const issuerOf = ({ hostname }: URL): string | undefined => issuers.get(hostname);
