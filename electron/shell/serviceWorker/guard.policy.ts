/** What happens with a request of the app's origin that reached the network: its worker did not answer it. Pure. */
import { SHELL_PATH } from '../../shared/channels.ts';
import { SITE_PATHS, type SiteLookup } from '../../shared/site.ts';

export interface Asked {
  method: string;
  /** As in the URL, without query and fragment. */
  path: string;
  /** Whether it is for a page or a frame. */
  isDocument: boolean;
  /** Whether it belongs to a page, and not to a worker. */
  isOfPage: boolean;
  /** Whether it is for an `<object>` or `<embed>`, for which Chromium asks no worker. */
  isObject: boolean;
  /** Whether it is for a script, although every script is the build's. */
  isForeignScript: boolean;
  /** Whether the server has answered for this page's document. */
  isServers: boolean;
}

/**
 * `network`: Chromium sends it. `disk`: it is led to the file. `refuse`: it is cancelled. `tell`: too; the worker says that a
 * page shows saved data. `seed`: the missing worker is registered, then asked. `give up`: after retries the server answers.
 */
export type GuardVerdict =
  | { verdict: 'network' | 'refuse' | 'tell'; tries?: undefined }
  | { verdict: 'disk'; file: string; tries?: undefined }
  | { verdict: 'seed' | 'give up'; tries: Tries };

/** How often one address may be asked again, and within which time, in ms. */
const MAX_TRIES = 2;
const TRIES_MS = 10_000;

export interface Tries {
  url: string;
  count: number;
  since: number;
}

/** @param before the last tries @param now in milliseconds */
export function guardVerdict(
  asked: Asked,
  lookUp: SiteLookup,
  isSeeding: boolean,
  before: Tries | undefined,
  url: string,
  now: number,
): GuardVerdict {
  const { method, path, isDocument, isOfPage, isObject, isForeignScript, isServers } = asked;
  if (path === SITE_PATHS.saved && !isOfPage) return { verdict: 'tell' };
  if (path.startsWith(SHELL_PATH)) return { verdict: isSeeding ? 'network' : 'refuse' };
  if (isForeignScript) return { verdict: 'refuse' };
  const found = lookUp(path, new URL(url).search, isDocument);
  if ((method !== 'GET' && method !== 'HEAD') || !found) return { verdict: 'network' };
  // A server's version of a file does not fit the build.
  if (!isDocument) {
    if (!isOfPage || isServers) return { verdict: 'network' };
    if (!isObject) return { verdict: 'refuse' };
    // A page of the build would be of another origin there.
    const isFile = 'file' in found && !found.headers['content-type'].startsWith('text/html');
    return isFile ? { verdict: 'disk', file: found.file } : { verdict: 'network' };
  }
  const isAgain = before?.url === url && now - before.since < TRIES_MS;
  const tries = isAgain ? { ...before, count: before.count + 1 } : { url, count: 1, since: now };
  return { verdict: tries.count > MAX_TRIES ? 'give up' : 'seed', tries };
}
