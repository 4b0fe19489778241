/** The parsed command line. */

import { config } from '../../builtConfig/config.ts';
import type { Origins } from '../../common/origins.ts';

export interface CommandLine {
  /** Path, query and fragment to open. Anything else gets two slashes in front: the protocol answers 400. */
  open: string;
  diagnostics: boolean;
  /** Start once without graphics acceleration and with fresh caches. */
  safeMode: boolean;
  clearData: boolean;
}

/** Keeps the session of one start in memory: see `setupKeyring`. */
export const WITHOUT_KEYRING = '--without-keyring';
export const isWithoutKeyring = () => process.argv.includes(WITHOUT_KEYRING);

/** Switches for one start only. A relaunch leaves them out; it also has no pipe for DevTools. */
export const ONCE = ['--safe-mode', '--clear-data', WITHOUT_KEYRING, '--remote-debugging-pipe'];

/** `scheme://open`, then a path, a query, a fragment or nothing; scheme and host ignore case. */
const DEEP_LINK = new RegExp(`^${config.scheme}://open(?=[/?#]|$)`, 'i');

/** Whether an argument is a link of the app's own scheme, whatever it asks for. */
export const isDeepLink = (argument: string): boolean =>
  argument.toLowerCase().startsWith(`${config.scheme}:`);

export const asksForPage = (argument: string): boolean =>
  isDeepLink(argument) || /^--open(=|$)/i.test(argument);

const asPath = (value: string): string => (value.startsWith('/') ? value : `//${value}`);

/** Returns the address that a deep link opens. A host other than `open` is refused like any address that is not a path. */
function pathOfDeepLink(link: string): string {
  const rest = DEEP_LINK.test(link) ? link.replace(DEEP_LINK, '') : link;
  return asPath(/^[?#]|^$/.test(rest) ? `/${rest}` : rest);
}

/**
 * Parses arguments like `process.argv`. The last address wins, as with Chromium's own switches; what is unknown is
 * Electron's, Chromium's, or the app's path in development. After `--` only links count, so that none can add a switch.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const result: CommandLine = { open: '/', diagnostics: false, safeMode: false, clearData: false };
  let switches = true;
  for (const argument of argv.slice(1)) {
    if (isDeepLink(argument)) result.open = pathOfDeepLink(argument);
    else if (argument === '--') switches = false;
    else if (!switches) continue;
    else if (argument === '--diagnostics') result.diagnostics = true;
    else if (argument === '--safe-mode') result.safeMode = true;
    else if (argument === '--clear-data') result.clearData = true;
    // Without a value the app shows 400, not the start page.
    else if (/^--open(=|$)/.test(argument)) result.open = asPath(argument.slice('--open='.length));
  }
  return result;
}

/** Returns the path that a link opens, as on the command line. Anything else leads to 400. */
export const pathOfLink = (link: string): string => (isDeepLink(link) ? pathOfDeepLink(link) : `//${link}`);

/**
 * Returns the URL of a path, query and fragment in the app, or on the server in the window. Scheme and host stay theirs,
 * whatever the text: Chromium would read backslashes as slashes, and drop control characters.
 */
export function toAppUrl({ addressOf }: Origins, path: string): string {
  const encoded = asPath(path)
    .toWellFormed()
    .replace(/[^\x21-\x7e]|\\/gu, encodeURIComponent);
  const url = addressOf(encoded);
  // Dot segments could remove the two slashes, and `..` would be the start page.
  return encoded.startsWith('//') && !new URL(url).pathname.startsWith('//') ? addressOf('//') : url;
}
