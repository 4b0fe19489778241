/** Addresses in settings. */
import { isOpen } from '../app/origins.ts';

/** The URL in a text, if it is one of http or https. */
export function parseHttpUrl(text: string): URL | undefined {
  // URL.parse ignores line breaks and tabs, which are mistakes here.
  const url = /\s/.test(text) ? null : URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}

/** The URL in a text, if it is one of https, or of http to this machine. */
export function parseSafeUrl(text: string): URL | undefined {
  const url = parseHttpUrl(text);
  return url && !isOpen(url) ? url : undefined;
}
