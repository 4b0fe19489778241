/** Links out of the app open in the user's browser or mail program. */
import { shell, type WebContents } from 'electron';
import { isOnPath } from '../app/isOnPath.ts';
import { decideLink, type LinkState } from './externalLinks.policy.ts';
import { lastGesture, now, takeGesture } from './gestures.ts';
import type { OnExternal } from './security.ts';

/** Different refusals that are logged; a page could cause any number. */
const MAX_LINES = 50;

/**
 * @param takes opens an address in the app after all, if it is one for that
 * @param log gets one line about a link that is not opened. It holds the origin only: addresses hold secrets.
 * @returns what opens a link, or does not
 */
export function setupExternalLinks(
  takes: (address: string) => boolean,
  log: (line: string) => void,
): OnExternal {
  const opened = new WeakMap<WebContents, LinkState['opened']>();
  const said = new Set<string>();

  function warn(line: string): void {
    if (said.has(line) || said.size >= MAX_LINES) return;
    said.add(line);
    log(line);
  }

  return (address, contents) => {
    const before = { gestureAt: lastGesture(contents), opened: opened.get(contents) ?? [] };
    const { state, verdict } = decideLink(before, address, now());
    opened.set(contents, state.opened);
    if (state.gestureAt === null) takeGesture(contents);
    const where = placeOf(address);
    if ('refused' in verdict) {
      warn(`The page wanted to open ${where}: refused, because ${verdict.refused}.`);
      return;
    }
    if (takes(verdict.open)) return;
    open(verdict.open).catch((error: Error) => {
      warn(`${where} could not be opened (${error.message}): is there a program for such links?`);
    });
  };
}

/** As `shell.openExternal`, which on Linux resolves also where there is no program for links. */
async function open(address: string): Promise<void> {
  // What Electron starts there, without waiting for its end (shell/common/platform_util_linux.cc).
  const opener = address.startsWith('mailto:') ? 'xdg-email' : 'xdg-open';
  if (process.platform === 'linux' && !isOnPath(opener)) throw new Error(`${opener} was not found`);
  await shell.openExternal(address);
}

function placeOf(address: string): string {
  const url = URL.parse(address);
  if (!url) return 'an address that is none';
  return url.host ? `${url.protocol}//${url.host}` : `a ${url.protocol} link`;
}
