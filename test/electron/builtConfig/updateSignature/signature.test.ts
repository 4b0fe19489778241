import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as signature from '../../../../electron/builtConfig/updateSignature/signature.ts';

const { channelOf, checkSignature, newestSeen, signedBytes } = signature;
type SignedInfo = signature.SignedInfo;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const FILE = { url: 'App-2.0.0.AppImage', sha512: 'sum', size: 7 };
const AT = Date.UTC(2026, 5, 1);
const TRUST = { key: publicKey, app: 'com.example.app', builtAt: AT - 2, newest: AT - 1 };

/** Changed after it was signed. */
function signed(change: Partial<SignedInfo> = {}, files: SignedInfo['files'] = [FILE]): SignedInfo {
  const info = { version: '2.0.0', signedAt: new Date(AT).toISOString(), files };
  const signature = sign(null, signedBytes(TRUST.app, 'latest', info), privateKey).toString('base64');
  return { ...info, signature, ...change };
}
const check = (info: SignedInfo, channel = 'latest', trust: Partial<typeof TRUST> = {}) =>
  checkSignature(info, channel, { ...TRUST, ...trust });

describe('the signature of an update', () => {
  it('is valid for what was signed, and says when', () => expect(check(signed())).toBe(AT));

  it.each<[string, Partial<SignedInfo>]>([
    ['another version', { version: '3.0.0' }],
    ['another file', { files: [{ ...FILE, sha512: 'other' }] }],
    ['another name', { files: [{ ...FILE, url: 'http://127.0.0.1/x' }] }],
    ['one file more', { files: [FILE, FILE] }],
    ['no file, so that the old fields would count', { files: [] }],
    ['no list of files', { files: undefined as unknown as [] }],
    ['a file that wants more rights', { files: [{ ...FILE, isAdminRightsRequired: true } as typeof FILE] }],
    ['a file of which something unknown is said', { files: [{ ...FILE, runs: true } as typeof FILE] }],
    ['a file with parts of its own', { files: [{ ...FILE, parts: {} } as typeof FILE] }],
    ['another time', { signedAt: new Date(AT + 1).toISOString() }],
    ['what is new, which was not signed', { notes: 'Install it again from example.com.' }],
    ['a second package', { packages: { x64: { path: 'x' } } }],
    ['another signature', { signature: Buffer.alloc(64).toString('base64') }],
    ['none', { signature: undefined }],
    ['no text', { signature: 7 }],
  ])('is not valid for %s', (_, change) => expect(() => check(signed(change))).toThrow('is not installed'));

  it('is valid for a block map and for rights that were signed', () => {
    const file = { ...FILE, isAdminRightsRequired: true };
    expect(check(signed({ files: [{ ...file, blockMapSize: 5 }] }, [file]))).toBe(AT);
    expect(() => check(signed({ files: [FILE] }, [file]))).toThrow('is not installed');
  });

  it.each<[string, Parameters<typeof check>[1], Parameters<typeof check>[2], string]>([
    ['another channel', 'latest-mac', {}, 'does not match its files'],
    ['another app', 'latest', { app: 'com.example.other' }, 'does not match its files'],
    ['one that is older than the app', 'latest', { builtAt: AT + 1 }, 'signed before this app was packaged'],
    ['one that is older than the newest seen', 'latest', { newest: AT + 1 }, 'or before the newest update'],
  ])('is not valid for %s', (_, channel, trust, why) => {
    expect(check(signed(), 'latest', { newest: AT, builtAt: AT })).toBe(AT);
    expect(() => check(signed(), channel, trust)).toThrow(why);
  });
});

it.each([
  ['win32', 'x64', undefined, 'latest'],
  ['darwin', 'arm64', 'beta', 'beta-mac'],
  ['linux', 'x64', 'alpha', 'alpha-linux'],
  ['linux', 'arm64', undefined, 'latest-linux-arm64'],
] as const)('an app for %s %s of the channel %s reads %s', (platform, arch, channel, name) => {
  expect(channelOf(platform, arch, channel)).toBe(name);
});

it('the newest seen is never in the future, so that later ones are accepted', () => {
  expect(newestSeen(5, 7, 9)).toBe(7);
  expect(newestSeen(5, 3, 9)).toBe(5);
  expect(newestSeen(5, 99, 9)).toBe(9);
  expect(newestSeen(5, 99, 1)).toBe(5);
});
