/** Keeps the baggage header valid and within its limit (W3C Baggage, https://www.w3.org/TR/baggage/#header-content). */
import { LIMITS } from './limits.ts';

/** The most entries that the grammar allows in one header. */
const MEMBERS = 180;

/** Characters allowed in a key: a token of RFC 9110. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]*$/;
/** Characters allowed in a value: baggage-octet. */
const OCTET = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

const SENTRY = 'sentry-';

/**
 * Joins the app's baggage and Sentry's into one header of at most `max` characters.
 * The app's entries come first, in their order. An entry that does not fit is dropped whole; later, shorter ones may still
 * fit. Forbidden characters are percent-encoded; an entry without a key or `=` is invalid and dropped. Of two Sentry
 * entries with the same key the first counts.
 */
export function boundBaggage(
  app: string | undefined,
  sentry?: string,
  max: number = LIMITS.baggage.value,
): { value: string; dropped: number } {
  const members = `${app ?? ''},${sentry ?? ''}`.split(',').map(trim).filter(Boolean);
  const valid = members.flatMap((member) => toValid(member) ?? []);
  const apps = valid.filter((entry) => !entry.startsWith(SENTRY));
  const ours = new Map<string, string>();
  for (const entry of valid) {
    const key = keyOf(entry);
    if (key.startsWith(SENTRY) && !ours.has(key)) ours.set(key, entry);
  }
  const doubles = valid.length - apps.length - ours.size;

  const kept: string[] = [];
  let length = -1;
  for (const entry of [...apps, ...ours.values()]) {
    if (kept.length === MEMBERS || length + 1 + entry.length > max) continue;
    kept.push(entry);
    length += 1 + entry.length;
  }
  return { value: kept.join(','), dropped: members.length - doubles - kept.length };
}

/** Returns Sentry's entries of a header, or the app's. */
export function entriesOf(header: string, whose: 'app' | 'sentry'): string {
  const members = header.split(',').map(trim).filter(Boolean);
  return members.filter((member) => member.startsWith(SENTRY) === (whose === 'sentry')).join(',');
}

/** Returns the entry in valid form, or `undefined` without a key or `=`. */
function toValid(member: string): string | undefined {
  const [first = '', ...properties] = member.split(';').map(trim);
  if (!/^\s*[^=\s][^=]*=/u.test(first)) return undefined;
  return [first, ...properties.filter((property) => /[^=\s]/u.test(property.split('=', 1)[0] ?? ''))]
    .map(pairOf)
    .join(';');
}

function pairOf(pair: string): string {
  const equals = pair.indexOf('=');
  if (equals < 0) return encode(trim(pair), TOKEN);
  return `${encode(trim(pair.slice(0, equals)), TOKEN)}=${encode(trim(pair.slice(equals + 1)), OCTET)}`;
}

/** Percent-encodes as UTF-8. Lone surrogates become U+FFFD, as in URLs. */
function encode(text: string, allowed: RegExp): string {
  // A fast path: texts can be long.
  if (allowed.test(text)) return text;
  return Array.from(text, (character) => (allowed.test(character) ? character : percent(character))).join('');
}

function percent(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

const trim = (text: string) => text.trim();

function keyOf(entry: string): string {
  return entry.slice(0, entry.indexOf('=')).trim();
}
