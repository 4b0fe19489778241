/**
 * Removes private data from technical text before the user copies it or a report carries it: home folders,
 * credentials, query values, e-mail addresses, long hex and base64. Pure, so both processes can use it.
 * When in doubt it removes too much: a secret can be any short word, and no rule finds those.
 */

import { APP_ORIGIN } from './channels.ts';

/** Replaces what was removed. */
export const REDACTED = '***';

const SECRET_WORD =
  '(?:passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|private|secret|public)[-_]?key|credentials?|session[-_]?id|dsn)(?:[-_]?(?:id|key|value|hash)|s)?';
const HEADER_WORD = '(?:(?:proxy-)?authorization|(?:set-)?cookie|x-api-key|x-auth-token)';
/** What separates a name from its value, and the quotes a value may have. */
const ASSIGNED = String.raw`\\*["']?\s{0,4}[:=]\s{0,4}`;
const QUOTED = String.raw`\\+"[^"\n]*"?|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?`;

/** Names whose values are secret wherever they appear: `token=…`, `"apiKey": "…"`, `password: …`. */
const SECRET_NAME = new RegExp(
  String.raw`(${SECRET_WORD}${ASSIGNED})(${QUOTED}|[^\s"'<>&]*[^\s"'<>&,;.)}\]])`,
  'gi',
);

/** Headers whose whole value is secret: up to the closing quote, or to the end of the line. */
const SECRET_HEADER = new RegExp(String.raw`(\b${HEADER_WORD}${ASSIGNED})(${QUOTED}|[^\r\n]+)`, 'gi');

/** The same names on their own, as an object's key. */
const SECRET_KEY = new RegExp(`${SECRET_WORD}$|^${HEADER_WORD}s?$`, 'i');

const USER_INFO = /(\b[a-z][a-z\d+.-]{0,20}:\/\/)[^\s/"'<>]{1,512}@/gi;
const QUERY = /(?<=\/[^\s?#"'<>`]{0,2000})\?([^\s#"'<>`]+)/g;
const PAIR = /([?&#][^\s=&#?"'<>`]{1,100})=([^\s&#"'<>`]*)/g;
const BEARER = /\b(bearer\s{1,4})[\w.~+/=-]{6,}/gi;
const BASIC = /\b([Bb]asic\s{1,4})(?=[a-z+/]*[A-Z\d=])[\w+/]{8,}={0,2}/g;
const JWT = /\beyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*)?/g;
const EMAIL =
  /[^\s@<>()[\]",;:\\/*=?&`]{1,64}(?:@|%40)(?:[^\s@<>()[\]"',;:\\/*=?&`.%]{1,63}\.){1,8}[a-z\u00a1-\uffff]{2,24}/gi;
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;
const HEX = /[\da-f]{16,}/gi;
const TOKEN = /[\w+=-][\w+/=-]{19,}/g;

const WINDOWS_HOME =
  /\b[a-z]:[\\/]+(?:Users|Documents and Settings)[\\/]+(?:[^\\/:*?"<>|\r\n]{1,64}(?=[\\/])|[^\s\\/:*?"'<>|]+)/gi;
/** The first half matches addresses: their paths are not folders of this machine, so they stay. */
const POSIX_HOME =
  /((?!file:)\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'<>`]*)|\/(?:home|Users)\/+[^\s/\\"'`<>:;,()[\]{}|*?]+/g;

/**
 * `text` without private data. Redacting twice is the same as once.
 * Ids that the user quotes, such as the report id, look like secrets: add them after redacting.
 * @param homes folders shown as `~`, such as this machine's home folder
 * @param names words that identify the owner, such as the user's name
 */
export function redact(text: string, homes: readonly string[] = [], names: readonly string[] = []): string {
  return withoutNames(redactPatterns(withoutFolders(text, homes)), names);
}

function redactPatterns(text: string): string {
  return text
    .replace(WINDOWS_HOME, '~')
    .replace(POSIX_HOME, (_, address?: string) => address ?? '~')
    .replace(USER_INFO, `$1${REDACTED}@`)
    .replace(SECRET_HEADER, (_, name: string, value: string) => name + redactValue(value))
    .replace(SECRET_NAME, (_, name: string, value: string) => name + redactValue(value))
    .replace(QUERY, (_, query: string) => `?${redactQuery(query)}`)
    .replace(PAIR, (_, name: string, value: string) => `${name}=${REDACTED}${positionIn(value)}`)
    .replace(BEARER, `$1${REDACTED}`)
    .replace(BASIC, `$1${REDACTED}`)
    .replace(JWT, REDACTED)
    .replace(EMAIL, REDACTED)
    .replace(UUID, REDACTED)
    .replace(HEX, REDACTED)
    .replace(TOKEN, (run) => (looksSecret(run) ? REDACTED : run));
}

/** A path of the app's own origin, such as a fault's `url`, without private data. Here `/home/…` is a page. */
export function redactPath(path: string): string {
  return redact(APP_ORIGIN + path).slice(APP_ORIGIN.length);
}

/** Whether the value of a key is secret by its name, such as `password` or `cookie`. */
export function isSecretName(name: string): boolean {
  return SECRET_KEY.test(name);
}

/** Whole words only: a user called Ann must not turn `channel` into `ch***el`. */
function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce(
    (rest, name) =>
      rest.replace(new RegExp(`(?<![\\p{L}\\d])${literal(name)}(?![\\p{L}\\d])`, 'giu'), REDACTED),
    text,
  );
}

function withoutFolders(text: string, homes: readonly string[]): string {
  let result = text;
  for (const home of homes) {
    // `/` as a home would turn every path into `~`.
    if (home.length < 2) continue;
    result = result.replace(new RegExp(`${literal(home)}(?![\\w-])`, 'g'), '~');
  }
  return result;
}

/** Escapes `text` for a regular expression. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Keeps the quotes, so the text still parses. */
function redactValue(value: string): string {
  const quote = /^\\*["']/.exec(value)?.[0] ?? '';
  const closed = value.length > quote.length && value.endsWith(quote);
  return quote + REDACTED + (closed ? quote : '');
}

function redactQuery(query: string): string {
  const position = positionIn(query);
  const parts = query.slice(0, query.length - position.length).split('&');
  const hidden = parts.map((part) => {
    const name = /^[^=]*=/.exec(part);
    return `${name ? name[0] : ''}${REDACTED}`;
  });
  return hidden.join('&') + position;
}

/** The `:line:column)` or closing bracket that follows an address in a stack frame. */
function positionIn(text: string): string {
  return /(?::\d{1,7}){0,2}\)?$/.exec(text)?.[0] ?? '';
}

/** Whether 16 or more characters of a long run belong to pieces that cannot be names. */
function looksSecret(run: string): boolean {
  let strange = 0;
  for (const piece of run.split(/[_+/=-]+/)) {
    if (!isName(piece)) strange += piece.length;
  }
  return strange >= 16;
}

/** `word`, `WORD`, `Word12`, `12`, `12px`, or a `camelCaseName` of a few long words, which random text rarely is. */
function isName(piece: string): boolean {
  if (/^(?:(?:[A-Z]?[a-z]{0,22}|[A-Z]{1,22})\d{0,4}|\d{1,4}[a-z]{1,4})$/.test(piece)) return true;
  if (!/^[A-Za-z]{1,60}$/.test(piece)) return false;
  const capitals = piece.replace(/[a-z]/g, '').length;
  const words = [...piece.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)];
  return words.length * 4 <= piece.length && capitals * 10 <= piece.length * 3;
}
