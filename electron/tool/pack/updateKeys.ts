/** The keys that sign updates, and the update descriptions to sign. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Variable with the private key, PEM, which is never in the repository. */
export const KEY_VARIABLE = 'HOLDFAST_UPDATE_KEY';
/** Variable with the public key, PEM, for the build. */
export const PUBLIC_KEY_VARIABLE = 'HOLDFAST_UPDATE_PUBLIC_KEY';

/** Parses the key in a variable, if it is set. @throws Error that does not reveal it */
export function readKey(name: string, kind: 'private' | 'public', pem?: string): KeyObject | undefined {
  if (!pem) return undefined;
  const make =
    kind === 'private'
      ? 'make one with: openssl genpkey -algorithm ed25519'
      : 'get it from the private key with: openssl pkey -pubout';
  let key: KeyObject;
  try {
    // Node would derive the public key from a private one, which must not be near a build.
    if (kind === 'public' && /PRIVATE/.test(pem)) throw new Error('a private key');
    key = (kind === 'private' ? createPrivateKey : createPublicKey)(pem);
  } catch {
    throw new Error(`${name} is not a ${kind} key in PEM; ${make}`);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new Error(`${name} is a key of type ${key.asymmetricKeyType}, not Ed25519; ${make}`);
}

/** Returns the public key for a build: SPKI, base64. @throws Error if the private key is set too */
export function readPublicKey(env: NodeJS.ProcessEnv): string | undefined {
  if (env[KEY_VARIABLE])
    throw new Error(
      `${KEY_VARIABLE} must not be set for a build, where every package could read it: set ${PUBLIC_KEY_VARIABLE}, and sign afterwards with sign.ts`,
    );
  const key = readKey(PUBLIC_KEY_VARIABLE, 'public', env[PUBLIC_KEY_VARIABLE]);
  return key && spki(key);
}

export const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');

export const isList = (name: string) => /\.yml$/.test(name) && !name.startsWith('builder-');

/** Most characters and lines of what is new. */
const [MAX_NOTES, MAX_LINES] = [600, 12];

/**
 * Writes into each update description the app's id, because one key may sign several apps, and what is new, on one line:
 * electron-builder writes it in any of YAML's ways, and sign.ts reads no YAML.
 */
export async function describeUpdates(folder: string, app: string, notes?: string): Promise<void> {
  // A dialog cannot be scrolled.
  const bounded = notes
    ?.slice(0, MAX_NOTES)
    .split(/[\n\u2028\u2029]/, MAX_LINES)
    .join('\n')
    .trim();
  const lines = `app: ${app}\n${bounded ? `notes: ${JSON.stringify(bounded)}\n` : ''}`;
  for (const name of (await readdir(folder)).filter(isList)) {
    const file = join(folder, name);
    if (!/^app:/m.test(await readFile(file, 'utf8'))) await appendFile(file, lines);
  }
}
