/** Requests that bring no cookie of the app and leave none: who is asked is not yet, or not only, the app's server. */
import { type Session, session } from 'electron';

/** The issuer of each host's certificate: Chromium asks about a certificate once and remembers its verdict. */
const issuers = new Map<string, string>();
let inMemory: Session | undefined;

/** A session in memory, which notes who issued the certificates that it sees. */
export function apart(): Session {
  if (inMemory) return inMemory;
  inMemory = session.fromPartition('holdfast-apart');
  inMemory.setCertificateVerifyProc(({ hostname, certificate }, decide) => {
    issuers.set(hostname, certificate.issuerName);
    // -3 keeps Chromium's own verdict, which knows what the system trusts.
    decide(-3);
  });
  return inMemory;
}

export const issuerOf = ({ hostname }: URL): string | undefined => issuers.get(hostname);
