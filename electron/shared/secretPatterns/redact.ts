/**
 * Removes private data from technical text: home folders, credentials, query values, e-mail addresses, card numbers, long
 * hex and base64. When in doubt it removes too much; a secret that is a short plain word is not recognised.
 */
import { APP_ORIGIN } from '../channels.ts';
import { withoutAccounts } from './accountNumbers.ts';
import {
  type IsSecret,
  PERSONAL,
  SECRET_ENDING,
  SECRET_HEADER,
  SPOKEN_NAMES,
  SPOKEN_QUOTED,
  secretNames,
} from './secretNames.ts';

export const REDACTED = '***';

/** Short words and no sign that a pattern below needs. Those take 6 ms to compile, before a start's error page is painted. */
const PLAIN = /^(?:(?!b(?:asic|earer)\b)[a-z]{1,15}[.,]?(?: |$))*$/i;
const QUOTED = String.raw`\\+"[^"\n]*"?|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|\`[^\`]*\`?`;
/**
 * What is between a name and its value. This pattern and some below start at a sign and look back: searching for the name
 * first would look ahead from each character of a long text.
 */
const NAMED = /(?<=(\p{L}[\p{L}\p{M}\w.-]{0,63})(\\*["']?\s{0,4}))(?:[:=：＝]=?=?>?|!==?)\s{0,4}/gu;
const VALUE = new RegExp(String.raw`${QUOTED}|[^\s"'<>&]*[^\s"'<>&,;.)}\]]`, 'y');
const LINE = new RegExp(String.raw`${QUOTED}|[^\r\n]+`, 'y');
/** What a value in brackets consists of. */
const PIECE = new RegExp(String.raw`${QUOTED}|[{}[\]]|[^"'\`\\{}[\]]+|\\`, 'y');
/** `<password type="text">`; the value follows. */
const ELEMENT = /<(\p{L}[\p{L}\p{M}\w:.-]{0,63})(?:\s[^<>]{0,500})?>(?!\s*<\/)/gu;
/** The head of a part of a form, with its name; the value follows, up to the next boundary. */
const PART =
  /\bname=\\*"([^"\\\r\n]{1,64})\\*"[^\r\n\\]{0,200}(?:\r?\n|\\r\\n)(?:[\w-]{1,40}:[^\r\n\\]{0,200}(?:\r?\n|\\r\\n))*(?:\r?\n|\\r\\n)/gu;
const PART_END = /(?:\r?\n|\\r\\n)--|$/g;
/** `name="password" value=`, and the same in an object; the value follows. */
const FIELD =
  /\b(?:name|key|id)\\*["']?\s{0,3}[:=]\s{0,3}\\*["']([^"'\\\n]{1,64})\\*["'][^<>{}\n]{0,200}?\bvalue\\*["']?\s{0,3}[:=]\s{0,3}/gu;
/** The value of an attribute that holds words, in a selector; it may contain quotes, or be cut off. */
const WORDS =
  /(?<=\[(?:aria-label|title|alt|placeholder|value|label|content))[~|^$*]?=(?:(\\*["'])(?:[^\n]{0,1000}?\1(?=\])|[^\n]*)|[^\]\n"'\\]*)/g;
/** `--password hunter2`, and `["--password","hunter2"]`. */
const OPTION = /(--?([A-Za-z][\w-]{0,40})(?:\s{1,4}|\\*["']\s{0,4},\s{0,4}\\*["']))(?!-)([^\s"',\\]+)/g;
/** `password hunter2`: a word with a digit behind the name. */
const SPOKEN = new RegExp(
  String.raw`((?<![\p{L}\d])(?:${SPOKEN_NAMES})\s{1,4}(?:(?:is|was|code|ist|lautet|est|es|è|é)\s{1,4})?)(?=[\p{L}_.-]*\d)[^\s"'<>&,;)]{4,}`,
  'giu',
);
/** The path segment after such a word in a single-use link, unless it is a word or a route's parameter. */
const LINKED =
  /([/#](?:reset(?:-password)?|password-reset|recover(?:y)?|verify|verification|confirm|activate|invite|invitation|magic(?:-?link)?|otp|token|unsubscribe)\/)(?![a-z-]{1,20}(?![\w%~+=-]))[\w%~+=-]+/g;
/** Likewise, where a folder of files may have the name: the last segment, if no person would choose it. */
const SHARED = /([/#](?:join|shared?)\/)(?=[a-z-]*[A-Z\d])[\w~-]{5,}(?![\w~/.-])/g;

const USER_INFO = /(?<=\b[a-z][a-z\d+.-]{0,20}):\/\/[^\s/"'<>]{1,512}@/gi;
/** A quoted value of a query: behind the closing quote the value ends too. */
const QUOTED_PART = String.raw`=(?:"[^"\n]*(?:"|$)|'[^'\n]*(?:'|$))(?=[\s&#)\]}>,;]|$)`;
const QUERY = new RegExp(String.raw`(?<=\/[^\s?#"'<>\`]{0,2000})\?((?:${QUOTED_PART}|[^\s#"'<>\`])+)`, 'g');
const PAIR = new RegExp(String.raw`([?&#][^\s=&#?"'<>\`]{1,100})(${QUOTED_PART}|=[^\s&#"'<>\`]*)`, 'g');
const BEARER = /\b(bearer\s{1,4})[\w.~+/=-]{6,}/gi;
const BASIC = /\b([Bb]asic\s{1,4})(?=[a-z+/]*[A-Z\d=])[\w+/]{8,}={0,2}/g;
/** The rest of a JSON web token; group 1 is its header. */
const JWT = /(?<=\b(eyJ[\w-]{4,}))\.[\w-]+(?:\.[\w-]*)?/g;
/** The second half of an e-mail address, not a package's version or a file's name; group 1 is the first half. */
const EMAIL_DOMAIN =
  /(?=@|%40)(?<=([^\s@<>()[\]",;:\\/*=?&`]{1,64}))(?:@|%40)(?!\d+\.\d+\.\d)(?![\w.-]+\.(?:[cm]?[jt]sx?|css|map|wasm|vue|svelte)(?![\w-]|\.\w))(?:[^\s@<>()[\]"',;:\\/*=?&`.%]{1,63}\.){1,8}[a-z\u00a1-\uffff]{2,24}/gi;
const UUID = /(?<=([\da-f]{8}))-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;
const HEX = /[\da-f]{16,}/gi;
/** Starts only at the beginning of a run: a match from its middle is never longer. */
const TOKEN = /(?<![\w+=-])[\w+=-][\w+/=-]{19,}/g;
/** The rest of a code file's name, into which a bundler may put a hash. */
const OF_CODE = /^[\w-]{0,20}(?:\.[\w-]{1,20}){0,2}\.(?:[cm]?[jt]sx?|css|map|wasm|vue|svelte)(?![\w-])/;

const WINDOWS_HOME =
  /\b[a-z]:[\\/]+(?:Users|Documents and Settings)[\\/]+(?:[^\\/:*?"<>|\r\n]{1,64}(?=[\\/"])|[^\s\\/:*?"'<>|]+)/gi;
/** The first half matches addresses: their paths are not folders on this machine, so they stay. */
const POSIX_HOME =
  /((?<=(?!file:)\b[a-z][a-z\d+.-]{1,20}):\/\/[^\s"'<>`]*)|\/(?:home|Users)\/+[^\s/\\"'`<>:;,()[\]{}|*?]+/g;

interface RedactOptions {
  /** Folders shown as `~`, such as this machine's home folder. */
  homes?: readonly string[];
  /** Words that identify the owner, such as the user's name. */
  names?: readonly string[];
  isSecret?: IsSecret;
  /** The text is the name of a function or a file, or an opaque id, so nothing in it is a secret by its looks. */
  isName?: boolean;
}

const isSecretName = secretNames();

/** Redacting twice changes nothing more. Ids that the user quotes, such as a report's, look like secrets: add them after it. */
export function redact(text: string, options: RedactOptions = {}): string {
  const { homes = [], names = [], isSecret = isSecretName, isName = false } = options;
  if (PLAIN.test(text)) return withoutNames(text, names);
  const before = withoutBoth(withoutPlaces(withoutFolders(text, homes), isSecret), JWT);
  const plain = withoutAccounts(before, REDACTED, isName);
  return withoutNames(isName ? withoutBoth(plain, EMAIL_DOMAIN) : withoutSecrets(plain), names);
}

function withoutPlaces(text: string, isSecret: IsSecret): string {
  const before = [ELEMENT, PART, FIELD]
    .reduce((rest, head) => withoutParts(rest, head, isSecret), text.replace(WORDS, ''))
    .replace(WINDOWS_HOME, '~')
    .replace(POSIX_HOME, (_, address?: string) => address ?? '~')
    .replace(USER_INFO, `://${REDACTED}@`);
  return withoutNamed(before, isSecret)
    .replace(OPTION, (whole, start: string, name: string, value: string) =>
      isSecret(name, value) ? start + REDACTED : whole,
    )
    .replace(QUERY, (_, query: string) => `?${redactQuery(query)}`)
    .replace(PAIR, (_, name: string, value: string) => `${name}=${REDACTED}${positionIn(value)}`);
}

function withoutSecrets(text: string): string {
  const before = PERSONAL.reduce((rest, number) => rest.replace(number, `$1${REDACTED}`), text)
    .replace(SPOKEN, `$1${REDACTED}`)
    .replace(SPOKEN_QUOTED, `$1${REDACTED}`)
    .replace(SHARED, `$1${REDACTED}`)
    .replace(BEARER, `$1${REDACTED}`)
    .replace(BASIC, `$1${REDACTED}`);
  const linked = withoutBoth(before, EMAIL_DOMAIN).replace(
    LINKED,
    (link, start: string, at: number, all: string) =>
      isOfCode(all, at + link.length) ? link : start + REDACTED,
  );
  return withoutBoth(linked, UUID)
    .replace(HEX, (run, at: number, all: string) => (isOfCode(all, at + run.length) ? run : REDACTED))
    .replace(TOKEN, (run, at: number, all: string) => redactRun(run, isOfCode(all, at + run.length)));
}

/** Redacts a path of the app's own origin, such as a fault's `url`. Here `/home/…` is a page. */
export const redactPath = (path: string): string =>
  path === '/' ? path : redact(APP_ORIGIN + path).slice(APP_ORIGIN.length);

/** Removes values after secret names: `token=…`, `"apiKey": "…"`, `password: …`, `Cookie: …`. */
function withoutNamed(text: string, isSecret: IsSecret): string {
  let result = '';
  let done = 0;
  for (const { index, 0: sign, 1: name = '', 2: quote = '' } of text.matchAll(NAMED)) {
    // Checked before looking for the value, which may reach to the end of the text.
    if (index - quote.length - name.length < done || !isSecret(name)) continue;
    const start = index + sign.length;
    const value = valueAt(text, start, SECRET_HEADER.test(name.toLowerCase()) ? LINE : VALUE);
    if (!value || !isSecret(name, value) || /^(?:\[object \w+\]|[{[]\s*[}\]])$/.test(value)) continue;
    // Keep prose such as `Duplicate key: orders`.
    if (!quote && /^:\s/.test(sign) && /^[a-z]+$/i.test(value) && !SECRET_ENDING.test(name.toLowerCase()))
      continue;
    result += text.slice(done, start) + redactValue(value, quote.trim());
    done = start + value.length;
  }
  return result + text.slice(done);
}

/** Returns the value that starts there; one in brackets up to its closing bracket, or the end of a text that is cut off. */
function valueAt(text: string, start: number, pattern: RegExp): string | undefined {
  pattern.lastIndex = start;
  if (!/[{[]/.test(text[start] ?? '')) return pattern.exec(text)?.[0];
  PIECE.lastIndex = start;
  let depth = 0;
  for (let piece = PIECE.exec(text)?.[0]; piece; piece = PIECE.exec(text)?.[0]) {
    if (piece === '{' || piece === '[') depth += 1;
    else if ((piece === '}' || piece === ']') && --depth === 0) return text.slice(start, PIECE.lastIndex);
  }
  return text.slice(start);
}

function withoutParts(text: string, head: RegExp, isSecret: IsSecret): string {
  let result = '';
  let done = 0;
  for (const { index, 0: whole, 1: name = '' } of text.matchAll(head)) {
    const start = index + whole.length;
    if (start <= done || !isSecret(name)) continue;
    const value = partAt(text, index, start, head, name);
    if (!value || !isSecret(name, value)) continue;
    result += text.slice(done, start) + redactValue(value, head === FIELD ? '"' : '');
    done = start + value.length;
  }
  return result + text.slice(done);
}

/** Returns what follows a head: up to an element's end, the form's next part, or the end of a value. */
function partAt(text: string, at: number, start: number, head: RegExp, name: string): string | undefined {
  if (head === FIELD) return valueAt(text, start, VALUE);
  PART_END.lastIndex = start;
  const end = head === PART ? (PART_END.exec(text)?.index ?? -1) : text.indexOf(`</${name}`, start);
  // A type, as in `Promise<Token>`, and not an element that is cut off.
  if (end < 0 && /\w/.test(text[at - 1] ?? '')) return undefined;
  return text.slice(start, end < 0 ? text.length : end);
}

/** Removes each match together with its first half, which is group 1. */
function withoutBoth(text: string, pattern: RegExp): string {
  let result = '';
  let done = 0;
  for (const { index, 0: second, 1: first = '' } of text.matchAll(pattern)) {
    const start = Math.max(done, index - first.length);
    if (start === index) continue;
    result += text.slice(done, start) + REDACTED;
    done = index + second.length;
  }
  return result + text.slice(done);
}

/** Only whole words: a user called Ann must not turn `channel` into `ch***el`. */
function withoutNames(text: string, names: readonly string[]): string {
  const words = names.map((name) => new RegExp(`(?<![\\p{L}\\d])${literal(name)}(?![\\p{L}\\d])`, 'giu'));
  return words.reduce((rest, word) => rest.replace(word, REDACTED), text);
}

function withoutFolders(text: string, homes: readonly string[]): string {
  // `/` as a home would turn every path into `~`.
  const folders = homes.filter(({ length }) => length > 1).map(literal);
  return folders.reduce((rest, home) => rest.replace(new RegExp(`${home}(?![\\w-])`, 'g'), '~'), text);
}

/** Escapes `text` for a regular expression. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Keeps the quotes, so the text still parses. @param nameQuote closes its name */
function redactValue(value: string, nameQuote: string): string {
  if (/^[{[]/.test(value)) return nameQuote + REDACTED + nameQuote;
  const quote = /^\\*["'`]/.exec(value)?.[0] ?? '';
  const closed = value.length > quote.length && value.endsWith(quote);
  return quote + REDACTED + (closed ? quote : '');
}

function redactQuery(query: string): string {
  const position = positionIn(query);
  const parts = query.slice(0, query.length - position.length).split('&');
  const hidden = parts.map((part) => (/^[^=]*=/.exec(part)?.[0] ?? '') + REDACTED);
  return hidden.join('&') + position;
}

/** Returns the `:line:column)` or closing bracket after an address in a stack frame. */
const positionIn = (text: string) => /(?::\d{1,7}){0,2}\)?$/.exec(text)?.[0] ?? '';

const isOfCode = (text: string, from: number) => OF_CODE.test(text.slice(from, from + 80));

/** Removes the segments of a long run that cannot be names, if they total 16 or more characters. */
function redactRun(run: string, isFileOfCode: boolean): string {
  const segments = run.split('/');
  const file = isFileOfCode ? segments.pop() : undefined;
  const strange = segments.map(strangeIn);
  if (strange.reduce((sum, count) => sum + count, 0) < 16) return run;
  const kept = segments.map((segment, at) => (strange[at] ? REDACTED : segment));
  return [...kept, ...(file === undefined ? [] : [file])].join('/');
}

function strangeIn(segment: string): number {
  const pieces = segment.split(/[_+=-]+/).filter((piece) => !isName(piece));
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** `word`, `WORD`, `Word12`, `12`, `12px`, or a `camelCaseNameV2` of a few long words, which random text rarely is. */
function isName(piece: string): boolean {
  if (/^(?:(?:[A-Z]?[a-z]{0,22}|[A-Z]{1,22})\d{0,4}|\d{1,4}[a-z]{1,4})$/.test(piece)) return true;
  const letters = piece.replace(/\d{1,2}$/, '');
  if (!/^[A-Za-z]{1,60}$/.test(letters)) return false;
  const capitals = letters.replace(/[a-z]/g, '').length;
  const words = [...letters.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)];
  return words.length * 4 <= letters.length && capitals * 10 <= letters.length * 3;
}
