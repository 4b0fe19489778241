/**
 * The signature of an update: Ed25519, by a key that the update server does not have (tool/pack/sign.ts). The app verifies
 * it before it downloads anything; electron-updater then checks the download against the signed SHA-512.
 */
import type { KeyObject } from 'node:crypto';
import type { UpdateInfo } from 'electron-updater';
import { nodeCrypto } from '../../common/nodeCrypto.ts';

/** The contents of `latest.yml` and its variants. */
export type SignedInfo = Pick<UpdateInfo, 'version'> & {
  files: readonly UpdateInfo['files'][number][];
  /** ISO 8601 */
  signedAt?: unknown;
  signature?: unknown;
  /** What is new, in plain text. */
  notes?: string | undefined;
  packages?: unknown;
};

/** Whose updates to accept, and from when on, in milliseconds since the epoch. */
export interface Trust {
  key: KeyObject;
  /** The app's id, because one key may sign several apps. */
  app: string;
  builtAt: number;
  newest: number;
}

/** A time in the future counts as now: otherwise one signature from a clock that is ahead would block all later updates. */
export const newestSeen = (before: number, signedAt: number, now: number): number =>
  Math.max(before, Math.min(signedAt, now));

/** electron-builder's names for releases and the two kinds of pre-releases, such as 2.0.0-beta.1. */
export type Channel = 'latest' | 'beta' | 'alpha';

/** electron-updater's name for this machine's update description, without extension. */
export function channelOf(platform: NodeJS.Platform, arch: string, channel: Channel = 'latest'): string {
  if (platform === 'win32') return channel;
  if (platform === 'darwin') return `${channel}-mac`;
  return arch === 'x64' ? `${channel}-linux` : `${channel}-linux-${arch}`;
}

/**
 * The signed bytes. They include app and channel, so that one app's or system's update cannot be offered to another, and
 * all that is said of a file but the size of its block map, which only saves a download.
 */
export function signedBytes(app: string, channel: string, info: SignedInfo): Buffer {
  const { version, signedAt, files, notes } = info;
  const said = files.map(({ blockMapSize: _, ...file }) =>
    Object.entries(file)
      .map(([key, value]) => [key, String(value)])
      .sort(),
  );
  return Buffer.from(JSON.stringify(['holdfast-update-5', app, channel, version, signedAt, said, notes]));
}

/** Reads the key from `updateKey` in the packaged package.json: SPKI, base64. */
export function readUpdateKey(base64: string): KeyObject {
  return nodeCrypto().createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
}

/**
 * Verifies the description of an update. Refuses one that was signed before the newest seen, so that a server cannot
 * offer an older release again.
 */
export function checkSignature(info: SignedInfo, channel: string, trust: Trust): number {
  const { version, files, signedAt, signature, packages } = info;
  if (typeof signature !== 'string')
    throw new Error(`version ${version} is not signed, so it is not installed`);
  // electron-updater also accepts a second package, which is not signed; of what is no text or number, its text is.
  const isWhole =
    packages === undefined &&
    Array.isArray(files) &&
    files.every((file) => Object.values(file).every((value) => Object(value) !== value));
  const bytes = () => signedBytes(trust.app, channel, info);
  if (!isWhole || !nodeCrypto().verify(null, bytes(), trust.key, Buffer.from(signature, 'base64')))
    throw new Error(`the signature of version ${version} does not match its files, so it is not installed`);
  const at = Date.parse(String(signedAt));
  if (!(at >= Math.max(trust.newest, trust.builtAt)))
    throw new Error(
      `version ${version} was signed before this app was packaged or before the newest update that it has seen, so it is not installed`,
    );
  return at;
}
