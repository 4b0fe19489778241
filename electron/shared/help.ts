/** What the error page offers beside another try, as links: the page of a crash has no script to send messages. */
import { SHELL_PATH } from './channels.ts';
import { type Fault, type Help, isFailure } from './fault.ts';
import { loadError } from './loadErrors.ts';
import * as TEXTS from './texts.ts';

export interface Link {
  /** The name of its action: `retry`, `home`, `open`, or a Help. */
  name: string;
  text: string;
  href: string;
}

const PATH = `${SHELL_PATH}help/`;

/** Crash reasons that graphics can cause. A process that was killed is not one of them. */
const GRAPHICS: readonly unknown[] = ['crashed', 'abnormal-exit', 'launch-failed'];

/** Something is in the way of the app's files: the user has to move it. */
const IN_THE_WAY: readonly unknown[] = ['EISDIR', 'ENOTDIR', 'EEXIST'];

/** What solves a fault; the page shows it before another try. */
const CURES: readonly Help[] = ['portal', 'restart', 'folder', 'noExtension'];
/** A date that is wrong is seldom the work of a network that wants a sign-in first. */
const isCure = (help: Help, { code }: Pick<Fault, 'code'>): boolean =>
  CURES.includes(help) && (help !== 'portal' || loadError(String(code)).cure === 'portal');

/** Divides the help for a fault into what solves it and what is under More help. */
export function divide(help: readonly Help[], fault: Pick<Fault, 'code'>) {
  const cures = help.filter((one) => isCure(one, fault));
  return { cures, more: help.filter((one) => !cures.includes(one)) };
}

export function helpFor(fault: Fault, isSafe = false): Help[] {
  if (!isFailure(fault)) return [];
  const { kind, code } = fault;
  const isOfPage = kind === 'script' || kind === 'boot' || kind === 'hang' || kind === 'crash';
  const { cure } = loadError(String(code));
  return [
    'diagnostics',
    ...(/^ERR_CERT_/.test(String(code)) ? ['portal' as const] : []),
    ...(cure === 'restart' ? [cure] : []),
    ...(kind === 'main' && IN_THE_WAY.includes(code) ? ['folder' as const] : []),
    // Safe mode already runs without the GPU and without the app's own code in main.
    ...(!isSafe && kind === 'crash' && GRAPHICS.includes(code) ? ['noGraphics' as const] : []),
    ...(!isSafe && code === 'EXTENSION_FAILED' ? ['noExtension' as const] : []),
    ...(isOfPage ? ['clearData' as const] : []),
  ];
}

/** What only shows something; all other help acts, and so does another try. */
const SHOWS: readonly string[] = ['diagnostics', 'contents', 'home', 'open'];

export const isAction = ({ name }: Link): boolean => !SHOWS.includes(name);

export const helpLinks = (help: readonly Help[]): Link[] =>
  help.map((name) => ({ name, text: TEXTS.errorPage.help[name], href: PATH + name }));

/** Returns the help that this path of the app links to, if any, or another try. */
export function helpAt(path: string): Help | 'retry' | undefined {
  const help = path.startsWith(PATH) ? path.slice(PATH.length) : '';
  if (help === 'retry') return help;
  return Object.hasOwn(TEXTS.errorPage.help, help) ? (help as Help) : undefined;
}

/** Returns one to three ways out, the most helpful one first. */
export function waysOut(
  fault: Pick<Fault, 'kind' | 'code' | 'url' | 'retryable' | 'signIn'>,
  help: readonly Help[],
  link?: string,
): Link[] {
  const { tryAgain, signIn, home } = TEXTS.errorPage;
  // Another request is what asks the user to sign in.
  const isSignIn = fault.signIn || loadError(String(fault.code)).cure === 'signIn';
  // After a fault of main the page's own address is Home: it goes on without the failed part. A fragment may load nothing.
  const href = fault.kind === 'main' ? `${PATH}retry` : retryHref(fault.url.replace(/#.*/s, ''));
  const retry = { name: 'retry', text: isSignIn ? signIn : tryAgain, href };
  const start = { name: 'home', text: home, href: '/' };
  // At the start page both links do the same.
  const isStart = href === start.href;
  if (link !== undefined)
    return [{ name: 'open', text: TEXTS.pages.openInBrowser, href: link }, isStart ? retry : start];
  // The words for 401 say "Try again".
  const others = fault.retryable || isSignIn || fault.code === 401 ? [retry, start] : [start, retry];
  return [...helpLinks(divide(help, fault).cures), ...(isStart ? [retry] : others)];
}

/**
 * A reference that stays in the app's origin. `//host` would name another host, and URL parsers read `\` as `/` and skip
 * tabs and line breaks.
 */
export function retryHref(url: string): string {
  const path = url.replace(/[\t\n\r]/g, '');
  if (!path.startsWith('/')) return '/';
  return /^\/[/\\]/.test(path) ? `/.${path}` : path;
}
