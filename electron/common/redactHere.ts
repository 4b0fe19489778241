/** Redaction that knows this machine and its user. */
import { homedir, hostname, userInfo } from 'node:os';
import { redact } from '../shared/secretPatterns/redact.ts';
import { type IsSecret, type RedactKeys, secretNames } from '../shared/secretPatterns/secretNames.ts';

/** Names that many machines share: they identify nobody, and removing them would leave holes in every stack. */
const SHARED_NAMES =
  /^(?:.{0,2}|root|admin|administrator|user|users|guest|default|home|desktop|laptop|localhost|local|server|app|main|node|electron|renderer|holdfast|test|build|runner)$/i;

function namesHere(): string[] {
  const names = [hostname(), hostname().replace(/\..*/, '')];
  try {
    names.push(userInfo().username);
  } catch {
    // A user id without an account, as in a container, has no name to hide.
  }
  return [...new Set(names)].filter((name) => !SHARED_NAMES.test(name));
}

const NAMES = namesHere();
let isSecretHere = secretNames();

/** From now on `redactHere` also follows the app's own names of secrets. */
export function nameSecrets(keys: RedactKeys | undefined): void {
  isSecretHere = secretNames(keys);
}

/** Removes private data: this machine's home folder becomes `~`, its name and the user's become `***`. */
export function redactHere(text: string, isName = false, isSecret: IsSecret = isSecretHere): string {
  return redact(text, { homes: [homedir()], names: NAMES, isSecret, isName });
}
