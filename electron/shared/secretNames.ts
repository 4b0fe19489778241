/** Names whose values are secret: built-in ones, and those that the app adds or keeps. */

/** Names of secrets, also at the end of a longer word, as in `mypassword`. */
export const SECRET_ENDING =
  /(?:passw(?:or)?d|passphrase|passcode|pwd|secret|token|jwt|csrf|(?:api|access|private|secret|public)[-_]?key|credentials?|session[-_]?id|dsn)(?:[-_]?(?:id|key|value|hash)|s)?$/;
/** Names that count only as a whole last word: `userPass`, but not `compass`. */
const SECRET_WORD =
  /(?:^|[^a-z\d])(?:pin|otp|auth|pass|key|sid|cvv|cvc|ssn|(?:pin|otp|pass)[-_](?:code|value|hash))$/;
/** Headers whose whole value is secret, up to the closing quote or the end of the line. */
export const SECRET_HEADER = /(?:^|[^a-z\d])(?:authorizations?|cookies?)$/;

/** Names to treat as secret, or not, in addition to the built-in ones. */
export interface RedactKeys {
  keep?: readonly string[];
  add?: readonly string[];
}

/** Whether a name, such as `password` or `cookie`, has a secret value. */
export type IsSecret = (name: string, value?: unknown) => boolean;

/** Returns the rule for names, which ignores case. */
export function secretNames({ keep = [], add = [] }: RedactKeys = {}): IsSecret {
  const [kept, added] = [keep, add].map((names) => new Set(names.map((name) => name.toLowerCase())));
  return (name, value) => {
    const small = name.toLowerCase();
    if (kept?.has(small)) return false;
    // A number of tokens is a count for a language model.
    if (small.endsWith('tokens') && /^\d{0,12}$/.test(String(value))) return false;
    const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
    return (
      added?.has(small) || SECRET_ENDING.test(small) || SECRET_WORD.test(words) || SECRET_HEADER.test(words)
    );
  };
}
