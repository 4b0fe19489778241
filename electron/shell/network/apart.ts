/** Requests that bring no cookie of the app and leave none: who is asked is not yet, or not only, the app's server. */
import { type Session, session } from 'electron';
import type { TrustedCertificate } from '../settings/server.ts';
import { verdictOn } from './authorities.ts';

const issuers = new Map<string, string>();
let usual: Session | undefined;
let count = 0;

/**
 * A session in memory, which notes who issued the certificates that it sees.
 * @param trusted counts in this session alone, which is a new one: Chromium asks about a certificate once
 */
export function apart(trusted?: TrustedCertificate): Session {
  if (!trusted && usual) return usual;
  const made = session.fromPartition(`holdfast-apart-${++count}`);
  made.setCertificateVerifyProc((request, decide) => {
    issuers.set(request.hostname, request.certificate.issuerName);
    decide(verdictOn(request, trusted));
  });
  if (!trusted) usual = made;
  return made;
}

export const issuerOf = ({ hostname }: URL): string | undefined => issuers.get(hostname);
