/** The parsed command line. */

import type { Origins } from '../../common/origins.ts';
import { config } from '../../configuration/config.ts';

export interface CommandLine {
  /**
   * What to open in the app: path, query and fragment. Anything else gets two slashes in front, which the protocol
   * refuses: the window then shows 400, not another page.
   */
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
export const ONCE: readonly string[] = [
  '--safe-mode',
  '--clear-data',
  WITHOUT_KEYRING,
  '--remote-debugging-pipe',
];

/** `scheme://open`, then a path, a query, a fragment or nothing; scheme and host ignore case. */
const DEEP_LINK = new RegExp(`^${config.scheme}://open(?=[/?#]|$)`, 'i');

/** Whether an argument is a link of the app's own scheme, whatever it asks for. */
export function isDeepLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${config.scheme}:`);
}

export const asksForPage = (argument: string): boolean =>
  isDeepLink(argument) || /^--open(=|$)/i.test(argument);

/** Returns a path unchanged; anything else gets two slashes in front, which lead to 400. */
function asPath(value: string): string {
  return value.startsWith('/') ? value : `//${value}`;
}

/** Returns the address that a deep link opens. A host other than `open` is refused like any address that is not a path. */
function pathOfDeepLink(link: string): string {
  const rest = DEEP_LINK.test(link) ? link.replace(DEEP_LINK, '') : link;
  return asPath(/^[?#]|^$/.test(rest) ? `/${rest}` : rest);
}

/**
 * Parses `--open=/path`, `holdfast://open/path` (anywhere), `--diagnostics`, `--safe-mode` and `--clear-data`. The last
 * address wins, as with Chromium's own switches. Everything else belongs to Electron or Chromium, or is the app's path
 * in development. After `--` only deep links count, so that a link cannot add a switch.
 * @param argv as in `process.argv`: the first entry is the executable
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
    else if (argument === '--open') result.open = asPath('');
    else if (argument.startsWith('--open=')) result.open = asPath(argument.slice('--open='.length));
  }
  return result;
}

/** Returns the path that a link opens, as on the command line. Anything else leads to 400. */
export function pathOfLink(link: string): string {
  return isDeepLink(link) ? parseCommandLine(['', link]).open : `//${link}`;
}

/**
 * Returns the URL of a path, query and fragment in the app, or on the server that the window shows. Whatever the text,
 * scheme and host stay the app's: anything that does not start with a slash gets two in front. Backslashes, spaces and
 * control characters are encoded, because Chromium reads the first as slashes and drops some of the others;
 * percent-encoding stays.
 */
export function toAppUrl({ addressOf }: Origins, path: string): string {
  const encoded = asPath(path)
    .toWellFormed()
    .replace(/[^\x21-\x7e]|\\/gu, encodeURIComponent);
  const url = addressOf(encoded);
  // Dot segments could remove the two slashes, and `..` would be the start page.
  return encoded.startsWith('//') && !new URL(url).pathname.startsWith('//') ? addressOf('//') : url;
}
