/** The links of the error page that lead out of a fault. */
import type { Fault } from './fault.ts';
import * as TEXTS from './texts.ts';

/** A link on the error page. */
export interface Link {
  /** The name of its action: `retry`, `home`, `open`, or a Help. */
  name: string;
  text: string;
  href: string;
}

/**
 * Returns one or two ways out, the more helpful one first.
 * @param automatic whether the app retries by itself
 * @param link an http(s) address that the server names instead of the page
 */
export function waysOut(
  fault: Pick<Fault, 'kind' | 'url' | 'retryable'>,
  automatic: boolean,
  link?: string,
): Link[] {
  const { tryNow, tryAgain, home } = TEXTS.errorPage;
  const retry = { name: 'retry', text: automatic ? tryNow : tryAgain, href: retryHref(fault.url) };
  const start = { name: 'home', text: home, href: '/' };
  if (link !== undefined) return [{ name: 'open', text: TEXTS.pages.openInBrowser, href: link }, start];
  // At the start page both links do the same, unless main failed: then they start again, or go on without the failed
  // part.
  if (retry.href === start.href && fault.kind !== 'main') return [retry];
  return fault.retryable ? [retry, start] : [start, retry];
}

/**
 * Returns the requested path and query as a reference that stays in the app's origin. The fragment is left out, because
 * a link that differs only in that loads nothing. `//host` would name another host, and URL parsers read `\` as `/` and
 * skip tabs and line breaks.
 */
export function retryHref(url: string): string {
  const path = url.replace(/[\t\n\r]/g, '').replace(/#.*/s, '');
  if (!path.startsWith('/')) return '/';
  return /^\/[/\\]/.test(path) ? `/.${path}` : path;
}
