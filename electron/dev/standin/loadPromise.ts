/** The promise of `loadURL`: kept or broken by the events that follow, by Electron's rules. */
import type { EventEmitter } from 'node:events';

/** What `loadURL` rejects with: Electron gives `code`, `errno` and `url`. */
function loadError(errno: number, code: string, url: string): Error {
  return Object.assign(new Error(`${code} (${errno}) loading '${url.slice(0, 2048)}'`), { errno, code, url });
}

type Args = [event: unknown, ...args: unknown[]];

/**
 * Waits for the end of the load of `url` that the app is about to ask for. A failure is remembered until the error
 * document is done; another load of the main frame in between aborts this one; a load that stops without either end
 * (an answer without content, a scheme nobody knows) is ERR_FAILED.
 * @param isOwnStart whether the `did-start-navigation` that is just told is the app's own, not the page's
 */
export function nextLoad(contents: EventEmitter, url: string, isOwnStart: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    let started = false;
    let inPage = false;
    const end = () => {
      for (const [name, listener] of Object.entries(listeners)) contents.removeListener(name, listener);
      if (failure) reject(failure);
      else resolve();
    };
    const stopped = () => {
      failure ??= loadError(-2, 'ERR_FAILED', url);
      end();
    };
    const listeners: Record<string, (...args: Args) => void> = {
      'did-start-navigation': (_event, other, isSameDocument, isMainFrame) => {
        if (!isMainFrame || (!started && !isOwnStart())) return;
        if (started && !isSameDocument) {
          failure = loadError(-3, 'ERR_ABORTED', other as string);
          return end();
        }
        inPage = started && isSameDocument === true;
        started = true;
      },
      'did-fail-load': (_event, errno, code, failed, isMainFrame) => {
        if (!isMainFrame) return;
        failure ??= loadError(errno as number, code as string, failed as string);
        if (!started) end();
      },
      'did-finish-load': () => {
        if (started) end();
      },
      'did-navigate-in-page': () => {
        if (started && !inPage) end();
      },
      'did-stop-loading': () => {
        if (started) stopped();
      },
      destroyed: stopped,
    };
    for (const [name, listener] of Object.entries(listeners)) contents.on(name, listener);
  });
}
