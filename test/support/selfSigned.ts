/** A self-signed certificate, made for each run so that the repository contains no key. */
import { generateKeyPairSync, sign } from 'node:crypto';

function der(tag: number, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const pem = (name: string, bytes: Buffer) =>
  `-----BEGIN ${name}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${name}-----\n`;

/** Key and certificate for 127.0.0.1, in PEM (X.509 v3, RFC 5280; ECDSA with SHA-256, RFC 5758). */
export function selfSigned(commonName = 'Holdfast test'): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))));
  const day = (offset: number) => {
    const text = new Date(Date.now() + offset * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '');
    return der(0x18, Buffer.from(text));
  };
  const addresses = sequence(der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(sequence(oid('551d11'), der(0x04, addresses)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(day(-1), day(30)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', sequence(body, algorithm, signature)),
  };
}
