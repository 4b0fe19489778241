/**
 * The baggage header, kept within its limit and valid.
 * Grammar and limits: W3C Baggage (https://www.w3.org/TR/baggage/#header-content).
 */
import { LIMITS } from './limits.ts';

/** List-members that the grammar allows in one header. */
const MEMBERS = 180;

/** What a key may hold: a token of RFC 9110. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]*$/;
/** What a value may hold: baggage-octet. */
const OCTET = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/** Keys with this prefix are Sentry's, whoever wrote them. */
const SENTRY = 'sentry-';

/**
 * Joins the app's baggage and Sentry's into one header of at most `max` characters.
 * The app's entries come first and in their order; an entry that does not fit is left off whole, and a later,
 * shorter one may still go. Characters that the grammar forbids are percent-encoded; an entry without a key or
 * without `=` cannot be said validly and is left off. Of two entries of Sentry with one key the first counts.
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

/** The entries of a header that are Sentry's, or those that are not. */
export function entriesOf(header: string, whose: 'app' | 'sentry'): string {
  const members = header.split(',').map(trim).filter(Boolean);
  return members.filter((member) => member.startsWith(SENTRY) === (whose === 'sentry')).join(',');
}

/** One list-member as the grammar wants it, or `undefined` when it has no key or no `=`. */
function toValid(member: string): string | undefined {
  const [first = '', ...properties] = member.split(';').map(trim);
  if (!/^[^=]*[^=\s][^=]*=/u.test(first)) return undefined;
  return [first, ...properties.filter((property) => /[^=\s]/u.test(property.split('=', 1)[0] ?? ''))]
    .map(pairOf)
    .join(';');
}

function pairOf(pair: string): string {
  const equals = pair.indexOf('=');
  if (equals < 0) return encode(trim(pair), TOKEN);
  return `${encode(trim(pair.slice(0, equals)), TOKEN)}=${encode(trim(pair.slice(equals + 1)), OCTET)}`;
}

/** UTF-8 and percent; what is half of a character becomes U+FFFD, as URLs do it. */
function encode(text: string, allowed: RegExp): string {
  // Nearly every text is, and it can be long.
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
