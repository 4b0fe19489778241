/** Whether an own authority vouches for a server: the path validation of RFC 5280, 6.1. Pure. */
import type { X509Certificate } from 'node:crypto';
import { bareHost } from '../../common/origins.ts';

/** Authorities between a server's certificate and the own one. */
const MAX_BETWEEN = 5;
const MIN_RSA_BITS = 2048;
const SERVER_AUTH = ['1.3.6.1.5.5.7.3.1', '2.5.29.37.0'];

/** Object identifiers, as they are written in a certificate. */
const OID = { basicConstraints: '551d13', nameConstraints: '551d1e' };
/** Extensions whose content is checked here or by OpenSSL: the others may not be critical. */
const KNOWN = [OID.basicConstraints, '551d0f', '551d25', '551d11'];
/** RSA, RSA-PSS and ECDSA with SHA-2. */
const SIGNATURES =
  /^(?:2a864886f70d01010[bcd]|2a864886f70d01010a.*60864801650304020[123]|2a8648ce3d04030[234])/;

/** The elements in DER bytes, one after the other. @throws RangeError for what is not DER */
function elements(bytes: Buffer): { tag: number; body: Buffer }[] {
  const all = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes.readUInt8(at);
    const short = bytes.readUInt8(at + 1);
    const more = short & 0x80 ? short & 0x7f : 0;
    const length = more ? bytes.readUIntBE(at + 2, more) : short;
    const start = at + 2 + more;
    if (start + length > bytes.length) throw new RangeError('an element is longer than the whole');
    all.push({ tag, body: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return all;
}
const hex = (bytes: Buffer | undefined): string => bytes?.toString('hex') ?? '';

/** What Node does not tell of a certificate. */
function contentOf({ raw }: X509Certificate) {
  const [body, algorithm] = elements(elements(raw)[0]?.body ?? raw);
  const tagged = elements(body?.body ?? raw).find(({ tag }) => tag === 0xa3);
  const extensions = (tagged ? elements(elements(tagged.body)[0]?.body ?? tagged.body) : []).map(
    ({ body }) => {
      const parts = elements(body);
      return { id: hex(parts[0]?.body), isCritical: parts.length > 2, value: parts.at(-1)?.body };
    },
  );
  const basic = extensions.find(({ id }) => id === OID.basicConstraints)?.value;
  const length = basic && elements(elements(basic)[0]?.body ?? basic).find(({ tag }) => tag === 2)?.body;
  const [oid, parameters] = elements(algorithm?.body ?? raw);
  return {
    signature: hex(oid?.body) + hex(parameters?.body),
    /** Most authorities that may follow below it. */
    maxBelow: length ? length.readUIntBE(0, length.length) : MAX_BETWEEN,
    isUnderstood: extensions.every(
      ({ id, isCritical }) => id !== OID.nameConstraints && (!isCritical || KNOWN.includes(id)),
    ),
  };
}

/** Whether a certificate may be part of a path now. @param isOwn whether it is trusted by itself, not by its signature */
function isSound(one: X509Certificate, now: number, isOwn = false): boolean {
  const { signature, isUnderstood } = contentOf(one);
  const { asymmetricKeyType = '', asymmetricKeyDetails } = one.publicKey;
  const bits = asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS;
  return (
    isUnderstood &&
    (isOwn || SIGNATURES.test(signature)) &&
    (asymmetricKeyType === 'ec' || (/^rsa/.test(asymmetricKeyType) && bits >= MIN_RSA_BITS)) &&
    // Extended key usage, if there is any.
    (!one.keyUsage || one.keyUsage.some((usage) => SERVER_AUTH.includes(usage))) &&
    Date.parse(one.validFrom) <= now &&
    now <= Date.parse(one.validTo)
  );
}

/**
 * Whether an own authority vouches for a server, by the certificates that the server sent. An authority whose names are
 * constrained vouches for none.
 * @param chain the server's own certificate first
 * @param hostname a name or an IP address
 * @param now milliseconds since the epoch
 * @throws RangeError, or OpenSSL's error, for a certificate that cannot be read
 */
export function isVouchedFor(
  [leaf, ...others]: readonly X509Certificate[],
  hostname: string,
  authorities: readonly X509Certificate[],
  now: number,
): boolean {
  if (!leaf || !isSound(leaf, now, authorities.some(isSame(leaf)))) return false;
  const host = bareHost(hostname);
  const options = { subject: 'never', partialWildcards: false } as const;
  if (!(/^[\d.]+$|:/.test(host) ? leaf.checkIP(host) : leaf.checkHost(host, options))) return false;
  if (authorities.some(isSame(leaf))) return true;
  let below = leaf;
  for (let between = 0; between <= MAX_BETWEEN; between++) {
    const issued = below;
    const vouches = (isOwn: boolean) => (issuer: X509Certificate) =>
      issuer.ca &&
      isSound(issuer, now, isOwn) &&
      between <= contentOf(issuer).maxBelow &&
      issued.checkIssued(issuer) &&
      issued.verify(issuer.publicKey);
    if (authorities.some(vouches(true))) return true;
    const next = others.find(vouches(false));
    if (!next) return false;
    below = next;
  }
  return false;
}

const isSame = (one: X509Certificate) => (other: X509Certificate) => one.raw.equals(other.raw);
