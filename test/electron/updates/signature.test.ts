import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkSignature, type SignedInfo, signedBytes } from '../../../electron/updates/signature.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const FILE = { url: 'App-2.0.0.AppImage', sha512: 'sum', size: 7 };

function signed(change: Partial<SignedInfo> = {}): SignedInfo {
  const info = { version: '2.0.0', files: [FILE] };
  const signature = sign(null, signedBytes('latest', info), privateKey).toString('base64');
  return { ...info, signature, ...change };
}
const check =
  (info: SignedInfo, channel = 'latest') =>
  () =>
    checkSignature(info, channel, publicKey);

describe('the signature of an update', () => {
  it('holds for what was signed', () => expect(check(signed())).not.toThrow());

  it.each<[string, Partial<SignedInfo>]>([
    ['another version', { version: '3.0.0' }],
    ['another file', { files: [{ ...FILE, sha512: 'other' }] }],
    ['another name', { files: [{ ...FILE, url: 'http://127.0.0.1/x' }] }],
    ['one file more', { files: [FILE, FILE] }],
    ['no file, so that the old fields would count', { files: [] }],
    ['a file without a checksum', { files: [{ ...FILE, sha512: '' }] }],
    ['a second package', { packages: { x64: { path: 'x' } } }],
    ['another signature', { signature: Buffer.alloc(64).toString('base64') }],
    ['none', { signature: undefined }],
    ['no text', { signature: 7 }],
  ])('does not hold for %s', (_, change) => expect(check(signed(change))).toThrow('is not installed'));

  it('does not hold for another channel', () =>
    expect(check(signed(), 'latest-mac')).toThrow('is not installed'));
});
