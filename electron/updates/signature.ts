/**
 * The signature of an update: Ed25519 over its channel, version and files. `npm run dist` creates it with a key that
 * the update server doesn't have; the app verifies it before downloading anything. electron-updater then checks the
 * download against the signed SHA-512.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { UpdateInfo } from 'electron-updater';

/** What is in `latest.yml` and its like. */
export type SignedInfo = Pick<UpdateInfo, 'version' | 'files'> & { signature?: unknown; packages?: unknown };

/** The name of the file that describes an update of this machine, without its ending, as electron-updater has it. */
export function channelOf(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'win32') return 'latest';
  if (platform === 'darwin') return 'latest-mac';
  return arch === 'x64' ? 'latest-linux' : `latest-linux-${arch}`;
}

/** The signed bytes. They include the channel, so that one system's update can't be offered to another. */
export function signedBytes(channel: string, { version, files }: SignedInfo): Buffer {
  const parts = files.map(({ url, sha512, size }) => [url, sha512, size ?? null]);
  return Buffer.from(JSON.stringify(['holdfast-update-1', channel, version, parts]));
}

/** The key from `updateKey` in the packaged package.json: SPKI, base64. */
export function readUpdateKey(base64: string): KeyObject {
  return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
}

/**
 * Verifies the description of an update.
 * @throws Error with the reason if it can't be trusted
 */
export function checkSignature(info: SignedInfo, channel: string, key: KeyObject): void {
  const { version, files, signature, packages } = info;
  if (typeof signature !== 'string')
    throw new Error(`version ${version} is not signed, and is not installed`);
  // electron-updater also accepts other checksums and a second package, which aren't signed.
  const isWhole =
    Array.isArray(files) &&
    files.length > 0 &&
    files.every(({ url, sha512 }) => isText(url) && isText(sha512));
  const isSigned =
    isWhole &&
    packages === undefined &&
    verify(null, signedBytes(channel, info), key, Buffer.from(signature, 'base64'));
  if (!isSigned) {
    throw new Error(`the signature of version ${version} is not that of its files, and it is not installed`);
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
