/** Signs the updates that `npm run dist` made; electron/updates/signature.ts verifies them. */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { type SignedInfo, signedBytes } from '../../updates/signature.ts';

/** Holds the private key, which never lies in the repository. */
export const KEY_VARIABLE = 'HOLDFAST_UPDATE_KEY';

/**
 * The signing key, or undefined if there is none.
 * @throws Error that says what is wrong with the key without revealing it
 */
export function readSigningKey(env: Readonly<Record<string, string | undefined>>): KeyObject | undefined {
  const pem = env[KEY_VARIABLE];
  if (!pem) return undefined;
  const make = 'make one with: openssl genpkey -algorithm ed25519';
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new Error(`${KEY_VARIABLE} is no private key in PEM; ${make}`);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new Error(`${KEY_VARIABLE} is a key of the kind ${key.asymmetricKeyType}, not Ed25519; ${make}`);
}

/** The public half, as the app reads it. */
export function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}

/** Appends a signature to every update description in a folder. Resolves to their names. */
export async function signUpdates(folder: string, key: KeyObject): Promise<string[]> {
  const signed: string[] = [];
  for (const name of await readdir(folder)) {
    if (!/^latest.*\.yml$/.test(name)) continue;
    const file = join(folder, name);
    const text = await readFile(file, 'utf8');
    const info: SignedInfo = parseUpdateInfo(text, name, new URL('file:///'));
    // Left by an earlier run.
    if (info.signature !== undefined) continue;
    const signature = sign(null, signedBytes(basename(name, '.yml'), info), key).toString('base64');
    await appendFile(file, `${text.endsWith('\n') ? '' : '\n'}signature: ${signature}\n`);
    signed.push(name);
  }
  return signed;
}
