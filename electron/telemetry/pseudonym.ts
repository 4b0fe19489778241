/** Replaces a user's e-mail address in reports: the same on one installation, and different on every other. */
import * as v from 'valibot';
import { nodeCrypto } from '../app/nodeCrypto.ts';
import { readState, writeState } from '../app/stateFile.ts';

/** @param file where the salt is kept, created with the first address @param log reports that it cannot be kept */
export function createPseudonyms(file: string, log: (line: string) => void) {
  let salt: string | undefined;
  function saltHere(): string {
    const { value, problem } = readState(file, { salt: v.pipe(v.string(), v.minLength(32)) });
    if (value) return value.salt;
    if (problem) log(problem);
    const made = nodeCrypto().randomBytes(16).toString('hex');
    const unwritten = writeState(file, { salt: made });
    if (unwritten) log(unwritten);
    return made;
  }
  return {
    /** Returns 32 hexadecimal digits; ignores the address's case. */
    pseudonym(address: string): string {
      salt ??= saltHere();
      return nodeCrypto().createHmac('sha256', salt).update(address.toLowerCase()).digest('hex').slice(0, 32);
    },
    /** Forgets the salt; its file is removed with the folder. */
    forget() {
      salt = undefined;
    },
  };
}
