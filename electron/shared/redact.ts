/**
 * Takes what is private out of technical text before the user copies it or a report carries it: home folders,
 * credentials, query values, e-mail addresses, long hex and base64. Pure, so that both processes can use it.
 * In doubt it takes too much: a secret can also be any short word, and no rule finds that.
 */

import { APP_ORIGIN } from './channels.ts';

/** What stands where something was taken out. */
export const REDACTED = '***';

const SECRET_WORD =
  '(?:passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|private|secret|public)[-_]?key|credentials?|session[-_]?id|dsn)(?:[-_]?(?:id|key|value|hash)|s)?';
const HEADER_WORD = '(?:(?:proxy-)?authorization|(?:set-)?cookie|x-api-key|x-auth-token)';
/** What stands between a name and its value, and the kinds of quotes that a value may have. */
const ASSIGNED = String.raw`\\*["']?\s{0,4}[:=]\s{0,4}`;
const QUOTED = String.raw`\\+"[^"\n]*"?|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?`;

/** Names of values that are secrets wherever they are written: `token=…`, `"apiKey": "…"`, `password: …`. */
const SECRET_NAME = new RegExp(
  String.raw`(${SECRET_WORD}${ASSIGNED})(${QUOTED}|[^\s"'<>&]*[^\s"'<>&,;.)}\]])`,
  'gi',
);

/** Headers whose whole value is secret: to the closing quote, or else to the end of the line. */
const SECRET_HEADER = new RegExp(String.raw`(\b${HEADER_WORD}${ASSIGNED})(${QUOTED}|[^\r\n]+)`, 'gi');

/** The same names where they stand alone, as the key of an object. */
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
/** The first half matches addresses, whose paths are not folders of this machine and stay. */
const POSIX_HOME =
  /((?!file:)\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'<>`]*)|\/(?:home|Users)\/+[^\s/\\"'`<>:;,()[\]{}|*?]+/g;

/**
 * `text` without what is private. Redacting twice changes nothing more.
 * Ids for the user to quote, such as the report id, look like secrets: add them after redacting.
 * @param homes folders that are shown as `~`, such as the home folder of this machine
 * @param names words that say whose machine this is, such as the user's name
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

/** A path of the app's own origin, such as a fault's `url`, without what is private. `/home/…` is a page here. */
export function redactPath(path: string): string {
  return redact(APP_ORIGIN + path).slice(APP_ORIGIN.length);
}

/** Whether a key such as `password` or `cookie` says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_KEY.test(name);
}

/** Whole words only: somebody called Ann must not cost every `channel` its middle. */
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

/** A pattern that matches just this text. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Quotes stay, so that the text can still be read as what it is. */
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

/** The `:line:column)` or the closing bracket that a stack frame puts behind an address. */
function positionIn(text: string): string {
  return /(?::\d{1,7}){0,2}\)?$/.exec(text)?.[0] ?? '';
}

/** Whether 16 or more characters of a long run are in pieces that no one would write as a name. */
function looksSecret(run: string): boolean {
  let strange = 0;
  for (const piece of run.split(/[_+/=-]+/)) {
    if (!isName(piece)) strange += piece.length;
  }
  return strange >= 16;
}

/** `word`, `WORD`, `Word12`, `12`, `12px`, or a `camelCaseName` with few and long words, as random text seldom is. */
function isName(piece: string): boolean {
  if (/^(?:(?:[A-Z]?[a-z]{0,22}|[A-Z]{1,22})\d{0,4}|\d{1,4}[a-z]{1,4})$/.test(piece)) return true;
  if (!/^[A-Za-z]{1,60}$/.test(piece)) return false;
  const capitals = piece.replace(/[a-z]/g, '').length;
  const words = [...piece.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)];
  return words.length * 4 <= piece.length && capitals * 10 <= piece.length * 3;
}
