/** Decides whether a page's link opens outside of the app. Pure. */
import type { WebContents } from 'electron';
import type { PageOwner } from '../../common/origins.ts';
import { decoded } from '../../shared/match.ts';

type LinkVerdict = { open: string } | { refused: string };

/** No quotes, backslashes or spaces: xdg-email 1.1.3 decodes addresses and puts them in quotes. */
const MAIL_ADDRESS = /^[^\s\p{Cc}"'`\\<>()[\]:;@]+@[^\s\p{Cc}"'`\\<>()[\]:;@]+$/u;

/** Fields that only fill in the message; others may attach a file from this computer. */
const MAIL_TO = ['to', 'cc', 'bcc'];
const MAIL_TEXTS = ['subject', 'body', 'in-reply-to'];

/** Decides by the scheme alone: http, https, mailto and tel. Returns the address as parsed. */
export function schemeVerdict(address: string): LinkVerdict {
  const url = URL.parse(address);
  if (!url) return { refused: 'the address is invalid' };
  switch (url.protocol) {
    case 'https:':
    case 'http:':
    case 'tel:':
      return { open: url.href };
    case 'mailto:':
      return mailVerdict(url);
    default:
      return { refused: `${url.protocol} links are not opened` };
  }
}

/**
 * Rebuilds a mail link from its known fields. Mail programs treat some others as files to attach, and xdg-email passes
 * texts unchanged to Thunderbird, where a comma starts another field.
 */
function mailVerdict({ pathname, search }: URL): LinkVerdict {
  const fields = new Map<string, string>();
  for (const field of [`to=${pathname}`, ...search.slice(1).split('&').filter(Boolean)]) {
    const [given = '', ...rest] = field.split('=');
    const name = decode(given).toLowerCase();
    const text = decode(rest.join('='));
    const isTo = MAIL_TO.includes(name);
    if (!isTo && !MAIL_TEXTS.includes(name)) return { refused: `its field "${name}" is unknown` };
    const to = text.split(',').flatMap((one) => one.trim() || []);
    const isUsual = isTo
      ? to.every((one) => MAIL_ADDRESS.test(one))
      : name === 'body' || !/\p{Cc}/u.test(text);
    if (!isUsual) return { refused: `its field "${name}" has unusual characters` };
    const written = to.map((one) => one.split('@').map(encode).join('@'));
    fields.set(name, isTo ? [fields.get(name), ...written].filter(Boolean).join(',') : encode(text));
  }
  const [to, ...others] = fields;
  const query = others.filter(([, value]) => value).map((pair) => pair.join('='));
  return { open: `mailto:${to?.[1]}${query.length > 0 ? `?${query.join('&')}` : ''}` };
}

/** Decodes percent-encoding; a percent sign may also stand for itself. */
const decode = (text: string) => text.replace(/(?:%[\da-f]{2})+/gi, (run) => decoded(run) ?? run);

/** Encodes everything except letters, digits and `-._~`. */
function encode(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** `app` and, for the main frame of a sign-in, `guest` stay inside the app; `external` is for a browser or a mail program. */
export function navigationVerdict(
  address: string,
  owner: PageOwner | undefined,
): 'app' | 'guest' | 'external' | 'denied' {
  if (owner) return owner === 'guest' ? 'guest' : 'app';
  const { protocol = '' } = URL.parse(address) ?? {};
  return ['https:', 'http:', 'mailto:', 'tel:'].includes(protocol) ? 'external' : 'denied';
}

/**
 * Receives an address outside of the app that a page wanted to open, and did not navigate to. `isLed`: the window's page,
 * or the server that it asked, leads the window there. Returns whether the user sees what comes of it.
 */
export type OnExternal = (url: string, contents: WebContents, isLed?: boolean) => boolean;
