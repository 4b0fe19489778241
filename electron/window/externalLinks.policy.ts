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

export type LinkVerdict = { open: string } | { refused: string };

/** Fields of a mailto link that only fill in the message; others may attach a file of this computer. */
const MAIL_FIELDS = new Set(['to', 'cc', 'bcc', 'subject', 'body', 'in-reply-to']);

/** Decides by the scheme alone: http, https, mailto and tel. Returns the address as parsed. */
export function schemeVerdict(address: string): LinkVerdict {
  const url = URL.parse(address);
  if (!url) return { refused: 'it is no address' };
  switch (url.protocol) {
    case 'https:':
    case 'http:':
    case 'tel:':
      return { open: url.href };
    case 'mailto:': {
      const other = [...url.searchParams.keys()].find((name) => !MAIL_FIELDS.has(name.toLowerCase()));
      return other === undefined ? { open: url.href } : { refused: `its field "${other}" is not known` };
    }
    default:
      return { refused: `links of the kind ${url.protocol} are not opened` };
  }
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
