/**
 * Takes what is private out of technical text before a person copies it or a report carries it: home folders,
 * credentials, query values, e-mail addresses, long hex and base64. Pure, so that both processes can use it.
 * In doubt it takes too much: a secret can also be any short word, and no rule finds that.
 */

import { APP_ORIGIN } from './channels.ts';

/** What stands where something was taken out. */
export const REDACTED = '***';

/** Names of values that are secrets wherever they are written: `token=…`, `"apiKey": "…"`, `password: …`. */
const SECRET_NAME =
  /((?:passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|private|secret|public)[-_]?key|credentials?|session[-_]?id|dsn)(?:[-_]?(?:id|key|value|hash)|s)?\\*["']?\s{0,4}[:=]\s{0,4})(\\+"[^"\n]*"?|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|[^\s"'<>&]*[^\s"'<>&,;.)}\]])/gi;

/** Headers whose whole value is secret: to the closing quote, or else to the end of the line. */
const SECRET_HEADER =
  /(\b(?:(?:proxy-)?authorization|(?:set-)?cookie|x-api-key|x-auth-token)\\*["']?\s{0,4}[:=]\s{0,4})(\\+"[^"\n]*"?|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|[^\r\n]+)/gi;

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
  /((?:https?|wss?|app|holdfast):\/\/[^\s"'<>`]*)|\/(?:home|Users)\/+[^\s/\\"'`<>:;,()[\]{}|*?]+/g;

/**
 * `text` without what is private. Redacting twice changes nothing more.
 * Ids that a person is to quote (the report id) look like secrets: add them after redacting.
 * @param homes folders that are shown as `~`, such as the home folder of this machine.
 */
export function redact(text: string, homes: readonly string[] = []): string {
  return withoutFolders(text, homes)
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

function withoutFolders(text: string, homes: readonly string[]): string {
  let result = text;
  for (const home of homes) {
    // `/` as a home would turn every path into `~`.
    if (home.length < 2) continue;
    const literal = home.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    result = result.replace(new RegExp(`${literal}(?![\\w-])`, 'g'), '~');
  }
  return result;
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
  const words = piece.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.length * 4 <= piece.length && capitals * 10 <= piece.length * 3;
}
