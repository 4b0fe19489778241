/** Certificates, made for each run so that the repository contains no key (X.509 v3, RFC 5280; ECDSA with SHA-256, RFC 5758). */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

function der(tag: number, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const IS_TRUE = der(0x01, Buffer.from([0xff]));
const pem = (name: string, bytes: Buffer) =>
  `-----BEGIN ${name}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${name}-----\n`;

export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

/** Who signs a certificate. */
export type Issuer = { commonName: string; privateKey: KeyObject };

/** Describes an extension of a certificate. @param id its object identifier, and its value in DER, both in hexadecimal digits */
export const extension = (id: string, value: string, isCritical = false): Buffer =>
  sequence(oid(id), ...(isCritical ? [IS_TRUE] : []), der(0x04, Buffer.from(value, 'hex')));

/**
 * A certificate in PEM, for 127.0.0.1 or an authority.
 * @param days when it begins and ends, from now
 * @param length how many authorities may be below it
 * @param names in place of 127.0.0.1
 * @param extensions more of them
 * @param isOld whether it is of version 1, which has no extensions
 * @param scheme how it is signed, in DER, and with which digest
 */
export function certify(
  commonName: string,
  publicKey: KeyObject,
  issuer: Issuer,
  {
    days = [-1, 30],
    isAuthority = false,
    length = undefined as number | undefined,
    names = [] as string[],
    extensions = [] as Buffer[],
    isOld = false,
    scheme = sequence(oid('2a8648ce3d040302')),
    digest = 'sha256',
  } = {},
): string {
  const name = (text: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))));
  const day = (offset: number) => {
    const text = new Date(Date.now() + offset * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '');
    return der(0x18, Buffer.from(text));
  };
  const own = der(0x87, Buffer.from([127, 0, 0, 1]));
  const alternative = names.length ? names.map((name) => der(0x82, Buffer.from(name))) : [own];
  const first = isAuthority
    ? extension('551d13', length === undefined ? '30030101ff' : `30060101ff02010${length}`, true)
    : extension('551d11', sequence(...alternative).toString('hex'));
  const body = sequence(
    ...(isOld ? [] : [der(0xa0, der(0x02, Buffer.from([2])))]),
    // One of its own: NSS takes no two certificates of an issuer with the same number.
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    scheme,
    name(issuer.commonName),
    sequence(...days.map(day)),
    name(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(isOld ? [] : [der(0xa3, sequence(first, ...extensions))]),
  );
  const signature = der(0x03, Buffer.from([0]), sign(digest, body, issuer.privateKey));
  return pem('CERTIFICATE', sequence(body, scheme, signature));
}

/** A new key and its certificate for 127.0.0.1, in PEM. @param issuer itself if absent */
export function selfSigned(commonName = 'Holdfast test', issuer?: Issuer, days?: number[]) {
  const { privateKey, publicKey } = newKey();
  const cert = certify(commonName, publicKey, issuer ?? { commonName, privateKey }, days && { days });
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
