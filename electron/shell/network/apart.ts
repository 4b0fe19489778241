/** Requests that bring no cookie of the app and leave none: who is asked is not yet, or not only, the app's server. */
import { type Session, session } from 'electron';
import { verdictOn } from './authorities.ts';

/** The issuer of each host's certificate: Chromium asks about a certificate once and remembers its verdict. */
const issuers = new Map<string, string>();
const inMemory = new Map<string, Session>();

/** A session in memory, which notes who issued the certificates that it sees. @param name of one that has seen none */
export function apart(name = 'holdfast-apart'): Session {
  const made = inMemory.get(name) ?? session.fromPartition(name);
  if (inMemory.has(name)) return made;
  inMemory.set(name, made);
  made.setCertificateVerifyProc((request, decide) => {
    issuers.set(request.hostname, request.certificate.issuerName);
    decide(verdictOn(request));
  });
  return made;
}

export const issuerOf = ({ hostname }: URL): string | undefined => issuers.get(hostname);
