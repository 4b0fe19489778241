/** The links of the error page that lead out of a fault. */
import type { Fault, Help } from './fault.ts';
import { divide, helpLinks, type Link } from './help.ts';
import { loadError } from './loadErrors.ts';
import * as TEXTS from './texts.ts';

/** Returns one to three ways out, the most helpful one first. */
export function waysOut(
  fault: Pick<Fault, 'kind' | 'code' | 'url' | 'retryable' | 'signIn'>,
  help: readonly Help[],
  link?: string,
): Link[] {
  const { tryAgain, signIn, home } = TEXTS.errorPage;
  // Another request is what asks the user to sign in.
  const isSignIn = fault.signIn || loadError(String(fault.code)).cure === 'signIn';
  const retry = { name: 'retry', text: isSignIn ? signIn : tryAgain, href: retryHref(fault.url) };
  const start = { name: 'home', text: home, href: '/' };
  // At the start page both links do the same, unless main failed: then Home goes on without the failed part.
  const isStart = retry.href === start.href && fault.kind !== 'main';
  if (link !== undefined)
    return [{ name: 'open', text: TEXTS.pages.openInBrowser, href: link }, isStart ? retry : start];
  // The words for 401 say "Try again".
  const others = fault.retryable || isSignIn || fault.code === 401 ? [retry, start] : [start, retry];
  return [...helpLinks(divide(help, fault).cures), ...(isStart ? [retry] : others)];
}

/**
 * Returns path and query as a reference that stays in the app's origin, without a fragment, which would load nothing.
 * `//host` would name another host, and URL parsers read `\` as `/` and skip tabs and line breaks.
 */
export function retryHref(url: string): string {
  const path = url.replace(/[\t\n\r]/g, '').replace(/#.*/s, '');
  if (!path.startsWith('/')) return '/';
  return /^\/[/\\]/.test(path) ? `/.${path}` : path;
}
