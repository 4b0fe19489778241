/** Opens links in the user's browser or mail program. */
import { spawn } from 'node:child_process';
import { shell, type WebContents } from 'electron';
import { logOnce } from '../../common/log.ts';
import * as TEXTS from '../../shared/texts.ts';
import { copyText, oneAtATime, showMessage } from '../app/messageBox.ts';
import { windowOf } from './createWindow.ts';
import { type OnExternal, schemeVerdict } from './externalLinks.policy.ts';
import { takeGesture } from './gestures.ts';

/** A program for links that still runs after this many milliseconds is the browser itself. */
const OPENED_MS = 10_000;

export class ExternalLinks {
  /** Asks the user about an address to which a page leads the window, or opens it if it is not a sign-in's. */
  asks: ((address: string, contents: WebContents) => void) | undefined;

  /** Each key press or click opens at most one link, as with pop-ups in browsers. */
  readonly open: OnExternal = (address, contents, isLed) => {
    if (isLed && this.asks) {
      this.asks(address, contents);
      return true;
    }
    const verdict = schemeVerdict(address);
    const isOpened = 'open' in verdict && takeGesture(contents);
    const why = 'refused' in verdict ? verdict.refused : 'the user did not press a key or click';
    if (isOpened) void this.#open(verdict.open, contents);
    else logOnce(`The page wanted to open ${placeOf(address)}: refused, because ${why}.`);
    return isOpened;
  };

  /** Opens a link that the user chose in a menu or a dialog. */
  readonly openChosen = (address: string, contents: WebContents): void => {
    const verdict = schemeVerdict(address);
    if ('open' in verdict) void this.#open(verdict.open, contents);
  };

  #open(address: string, contents: WebContents): Promise<void> {
    return open(address).catch(() => tellOfFailure(address, contents));
  }
}

const tellOfFailure = oneAtATime(async (address: string, contents: WebContents): Promise<void> => {
  const { failed: message, copy } = TEXTS.dialogs.link;
  const buttons = [TEXTS.dialogs.ok, copy];
  const box = { type: 'error', message, detail: address, buttons } as const;
  if ((await showMessage(windowOf(contents), box)).response === 1) await copyText(address);
});

/**
 * Like `shell.openExternal`, but on Linux it rejects if no program opens such links: Electron starts one of these
 * programs without waiting for its exit code (shell/common/platform_util_linux.cc).
 */
async function open(address: string): Promise<void> {
  if (process.platform !== 'linux') return await shell.openExternal(address);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const opener = address.startsWith('mailto:') ? 'xdg-email' : 'xdg-open';
  const child = spawn(opener, [address], { detached: true, stdio: 'ignore' });
  child.once('error', reject);
  // 3 and 4: no program was found, or it failed. Other codes are the browser's own.
  child.once('exit', (code) => (code === 3 || code === 4 ? reject(new Error(opener)) : resolve()));
  child.unref();
  setTimeout(resolve, OPENED_MS).unref();
  return await promise;
}

/** Names the origin only: addresses contain secrets. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  if (!url) return 'an invalid address';
  return url.host ? `${url.protocol}//${url.host}` : `a ${url.protocol} link`;
}
