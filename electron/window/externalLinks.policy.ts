/** Whether a page's link opens outside of the app. Pure. */

export const LINKS = {
  /** Milliseconds after a key or click in which a link may open, as in browsers (HTML Standard, transient activation). */
  gestureMs: 5_000,
  /** Links in one second, so that no page can fill the screen with windows. */
  most: 3,
  windowMs: 1_000,
} as const;

export interface LinkState {
  /** When the user last pressed a key or clicked in the page, in milliseconds; null if a link has used it up. */
  gestureAt: number | null;
  /** When the links of the last second were opened. */
  opened: readonly number[];
}

export const NO_LINKS: LinkState = { gestureAt: null, opened: [] };

type LinkVerdict = { open: string } | { refused: string };

/** Writes a field of a mail link anew, from its decoded text; undefined if it holds what it must not. */
type WriteField = (text: string) => string | undefined;

/** No quotes, backslashes or spaces: xdg-email 1.1.3 decodes addresses, and puts them between quotes. */
const MAIL_ADDRESS = /^[^\s\p{Cc}"'`\\<>()[\]:;@]+@[^\s\p{Cc}"'`\\<>()[\]:;@]+$/u;

const addresses: WriteField = (text) => {
  const all = text.split(',').map((one) => one.trim());
  const given = all.filter(Boolean);
  if (!given.every((one) => MAIL_ADDRESS.test(one))) return undefined;
  return given.map((one) => one.split('@').map(encode).join('@')).join(',');
};
const line: WriteField = (text) => (/\p{Cc}/u.test(text) ? undefined : encode(text));

/** Fields that only fill in the message; others may attach a file of this computer. */
const MAIL_FIELDS: ReadonlyMap<string, WriteField> = new Map([
  ...['to', 'cc', 'bcc'].map((name) => [name, addresses] as const),
  ['subject', line],
  ['body', encode],
  ['in-reply-to', line],
]);

/** Decides by the scheme alone: http, https, mailto and tel. Returns the address as parsed. */
export function schemeVerdict(address: string): LinkVerdict {
  const url = URL.parse(address);
  if (!url) return { refused: 'it is no address' };
  switch (url.protocol) {
    case 'https:':
    case 'http:':
    case 'tel:':
      return { open: url.href };
    case 'mailto:':
      return mailVerdict(url);
    default:
      return { refused: `links of the kind ${url.protocol} are not opened` };
  }
}

/**
 * A mail link built anew from the fields that are known. Mail programs read others as files to attach, and xdg-email
 * passes texts on to Thunderbird as they are, where a comma begins a further field.
 */
function mailVerdict({ pathname, search }: URL): LinkVerdict {
  const fields = new Map<string, string>();
  for (const field of [`to=${pathname}`, ...search.slice(1).split('&').filter(Boolean)]) {
    const [given = '', ...rest] = field.split('=');
    const name = decode(given).toLowerCase();
    const write = MAIL_FIELDS.get(name);
    if (!write) return { refused: `its field "${name}" is not known` };
    const value = write(decode(rest.join('=')));
    if (value === undefined) return { refused: `its field "${name}" has unusual characters` };
    const before = write === addresses ? fields.get(name) : undefined;
    fields.set(name, before && value ? `${before},${value}` : before || value);
  }
  const [to, ...others] = fields;
  const query = others.filter(([, value]) => value).map((pair) => pair.join('='));
  return { open: `mailto:${to?.[1]}${query.length > 0 ? `?${query.join('&')}` : ''}` };
}

/** Decodes what is encoded; a percent sign may also stand for itself. */
function decode(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

/** Encodes all but letters, digits and `-._~`. */
function encode(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Decides about one link. Each key or click opens one link at most, as with popups in browsers.
 * @param now milliseconds of a monotonic clock
 */
export function decideLink(
  state: LinkState,
  address: string,
  now: number,
): { state: LinkState; verdict: LinkVerdict } {
  const verdict = schemeVerdict(address);
  if ('refused' in verdict) return { state, verdict };
  const { gestureAt } = state;
  if (gestureAt === null || now - gestureAt > LINKS.gestureMs) {
    return { state, verdict: { refused: 'nobody asked for it by a click or a key' } };
  }
  const opened = state.opened.filter((at) => now - at < LINKS.windowMs);
  if (opened.length >= LINKS.most) {
    return { state: { ...state, opened }, verdict: { refused: 'too many were opened just now' } };
  }
  return { state: { gestureAt: null, opened: [...opened, now] }, verdict };
}

/** Whether an input event counts as the user's action (HTML Standard, activation triggering). */
export function isGesture(type: string): boolean {
  return ['mouseDown', 'rawKeyDown', 'keyDown', 'touchEnd', 'gestureTap'].includes(type);
}
