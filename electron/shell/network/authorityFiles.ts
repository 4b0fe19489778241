/** Reads the authorities that the setting `certificateAuthorities` names. */
import type { X509Certificate } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import { readRegularFileSync } from '../../common/regularFile.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const MAX_BYTES = 1_000_000;

/** Reads certificates in PEM. @param sources absolute paths, or their text @throws Error that says which one is wrong */
export function readAuthorities(sources: readonly string[] = []): X509Certificate[] {
  return sources.flatMap((source) => {
    const isText = source.startsWith('-----BEGIN');
    if (!isText && !isAbsolute(source)) throw new Error(`${source} is not an absolute path`);
    const text = isText ? source : readRegularFileSync(source, MAX_BYTES).toString();
    const found = text.match(PEM)?.map((pem) => new (nodeCrypto().X509Certificate)(pem)) ?? [];
    if (found.length === 0) throw new Error(`${isText ? 'A text' : source} holds no certificate in PEM`);
    return found;
  });
}
