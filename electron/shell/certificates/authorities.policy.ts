/** Whether an own authority vouches for a server: the path validation of RFC 5280, 6.1. Pure. */
import type { X509Certificate } from 'node:crypto';

/** Authorities between a server's certificate and the own one. */
const MAX_BETWEEN = 5;
const MIN_RSA_BITS = 2048;
const SERVER_AUTH = ['1.3.6.1.5.5.7.3.1', '2.5.29.37.0'];

/** Object identifiers, as they are written in a certificate. */
const OID = { basicConstraints: '551d13', nameConstraints: '551d1e' };
/** Extensions whose content is checked here or by OpenSSL: the others may not be critical. */
const KNOWN = [OID.basicConstraints, '551d0f', '551d25', '551d11'];
/** RSA, RSA-PSS (one digest of the content and of the mask) and ECDSA with SHA-2. */
const SIGNATURES =
  /^(?:2a864886f70d01010[bcd]|2a864886f70d01010aa0..30..060960864801650304020([123]).*60864801650304020\1|2a8648ce3d04030[234])/;

/** The elements in DER bytes, one after the other. @throws RangeError for what is not DER */
function elements(bytes: Buffer): { tag: number; body: Buffer }[] {
  const all = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes.readUInt8(at);
    const short = bytes.readUInt8(at + 1);
    const more = Math.max(0, short - 0x80);
    const length = short < 0x80 ? short : bytes.readUIntBE(at + 2, short - 0x80);
    const start = at + 2 + more;
    if (start + length > bytes.length) throw new RangeError('an element is longer than the whole');
    all.push({ tag, body: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return all;
}
/** What the one element in DER bytes consists of. */
const inside = (bytes: Buffer) => elements(elements(bytes)[0]?.body ?? bytes);
const hex = (bytes: Buffer | undefined): string => bytes?.toString('hex') ?? '';

/** What Node does not tell of a certificate. */
function contentOf({ raw }: X509Certificate) {
  const [body, algorithm] = inside(raw);
  const tagged = elements(body?.body ?? raw).find(({ tag }) => tag === 0xa3);
  const extensions = (tagged ? inside(tagged.body) : []).map(({ body }) => {
    const parts = elements(body);
    return { id: hex(parts[0]?.body), isCritical: parts.length > 2, value: parts.at(-1)?.body };
  });
  const basic = extensions.find(({ id }) => id === OID.basicConstraints)?.value;
  const said = basic ? inside(basic) : [];
  const length = said.find(({ tag }) => tag === 2)?.body;
  const [oid, parameters] = elements(algorithm?.body ?? raw);
  return {
    signature: hex(oid?.body) + hex(parameters?.body),
    /** BoringSSL takes any of version 1 that names itself as its issuer for an authority. */
    isAuthority: said.some(({ tag, body }) => tag === 1 && body[0] !== 0),
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
 * Whether an own authority vouches for a server, by what the server sent, its own certificate first. An authority whose names
 * are constrained vouches for none. @param host a name or an IP address, without brackets @param now ms since the epoch
 * @throws RangeError, or OpenSSL's error, for a certificate that cannot be read
 */
export function isVouchedFor(
  [leaf, ...others]: readonly X509Certificate[],
  host: string,
  authorities: readonly X509Certificate[],
  now: number,
): boolean {
  const isOwn = authorities.some(({ raw }) => leaf?.raw.equals(raw));
  if (!leaf || !isSound(leaf, now, isOwn)) return false;
  const options = { subject: 'never', partialWildcards: false } as const;
  if (!(/^[\d.]+$|:/.test(host) ? leaf.checkIP(host) : leaf.checkHost(host, options))) return false;
  /** All that vouch for the one below: strangers may have vouched for the same authority, too. */
  let below = [leaf];
  const vouches = (between: number, isOwn: boolean) => (issuer: X509Certificate) => {
    if (!below.some((one) => one.checkIssued(issuer) && one.verify(issuer.publicKey))) return false;
    const { isAuthority, maxBelow } = contentOf(issuer);
    return issuer.ca && isAuthority && between <= maxBelow && isSound(issuer, now, isOwn);
  };
  for (let between = 0; between <= MAX_BETWEEN && !isOwn; between++) {
    if (authorities.some(vouches(between, true))) return true;
    below = others.filter(vouches(between, false));
  }
  return isOwn;
}
