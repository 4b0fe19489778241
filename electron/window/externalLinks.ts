/** Opens links out of the app in the user's browser or mail program. */
import { shell, type WebContents } from 'electron';
import { isOnPath } from '../app/isOnPath.ts';
import { log } from '../app/log.ts';
import { decideLink, type LinkState } from './externalLinks.policy.ts';
import { lastGesture, now, takeGesture } from './gestures.ts';

/** Different refusals that are logged: a page could cause any number. */
const MAX_LINES = 50;

export class ExternalLinks {
  /** Returns whether an address opens in the app after all: the sign-in takes its own. */
  takes: (address: string) => boolean = () => false;
  readonly #opened = new WeakMap<WebContents, LinkState['opened']>();
  readonly #said = new Set<string>();

  /** Opens a page's link, or refuses it. */
  readonly open = (address: string, contents: WebContents): void => {
    const before = { gestureAt: lastGesture(contents), opened: this.#opened.get(contents) ?? [] };
    const { state, verdict } = decideLink(before, address, now());
    this.#opened.set(contents, state.opened);
    if (state.gestureAt === null) takeGesture(contents);
    const where = placeOf(address);
    if ('refused' in verdict) {
      this.#warn(`The page wanted to open ${where}: refused, because ${verdict.refused}.`);
      return;
    }
    if (this.takes(verdict.open)) return;
    open(verdict.open).catch((error: Error) => {
      this.#warn(`${where} could not be opened (${error.message}): is there a program for such links?`);
    });
  };

  /** A line names the origin only: addresses hold secrets. */
  #warn(line: string): void {
    if (this.#said.has(line) || this.#said.size >= MAX_LINES) return;
    this.#said.add(line);
    log(line);
  }
}

/** `shell.openExternal`, but on Linux it rejects if there is no program for links. */
async function open(address: string): Promise<void> {
  // Electron starts one of these without waiting for its exit code (shell/common/platform_util_linux.cc).
  const opener = address.startsWith('mailto:') ? 'xdg-email' : 'xdg-open';
  if (process.platform === 'linux' && !isOnPath(opener)) throw new Error(`${opener} was not found`);
  await shell.openExternal(address);
}

function placeOf(address: string): string {
  const url = URL.parse(address);
  if (!url) return 'an address that is none';
  return url.host ? `${url.protocol}//${url.host}` : `a ${url.protocol} link`;
}
