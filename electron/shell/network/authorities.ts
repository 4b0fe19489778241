/** Whom the app believes about servers, beside the system: own authorities, and a certificate that the user trusts. */
import type { X509Certificate } from 'node:crypto';
import { app, type Certificate, type Request } from 'electron';
import { log } from '../../common/log.ts';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import { bareHost } from '../../common/origins.ts';
import type { TrustedCertificate } from '../settings/server.ts';
import { isVouchedFor } from './authorities.policy.ts';

export { readAuthorities } from './authorityFiles.ts';

/** Chromium's ERR_CERT_COMMON_NAME_INVALID and ERR_CERT_AUTHORITY_INVALID. */
const UNKNOWN = [-200, -202];
/** Electron's answers to a session's question about a certificate. */
const [TAKEN, AS_CHROMIUM_SAYS] = [0, -3];

let authorities: readonly X509Certificate[] = [];
const refused = new Map<string, X509Certificate>();
let trusted: TrustedCertificate | undefined;

/** The last certificate of a host for which nobody vouched. */
export const refusedCertificate = (host: string): X509Certificate | undefined => refused.get(bareHost(host));

/** Trusts this certificate at its host, and no other. Must run before the app is ready. */
export function trustOnly(certificate: TrustedCertificate | undefined): void {
  trusted = certificate;
}

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

/**
 * Makes every session, of pages, of main, of updates and of reports, believe these authorities too. Must run before the
 * app is ready.
 */
export function setupAuthorities(own: readonly X509Certificate[]): void {
  authorities = own;
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
