/** Replaces a user's e-mail address in reports: the same on one installation, and different on every other. */
import * as v from 'valibot';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import { stateFile } from '../../common/stateFile.ts';

/** @param file where the salt is kept, created with the first address @param log reports that it cannot be kept */
export function createPseudonyms(file: string, log: (line: string) => void) {
  const kept = stateFile(file, { salt: v.pipe(v.string(), v.minLength(32)) }, log);
  let salt: string | undefined;
  return {
    /** Returns 32 hexadecimal digits; ignores the address's case. */
    pseudonym(address: string): string {
      salt ??= kept.read()?.salt;
      if (!salt) {
        salt = nodeCrypto().randomBytes(16).toString('hex');
        kept.write({ salt });
      }
      return nodeCrypto().createHmac('sha256', salt).update(address.toLowerCase()).digest('hex').slice(0, 32);
    },
    /** Forgets the salt; its file is removed with the folder. */
    forget() {
      salt = undefined;
    },
  };
}
