/** The order of events: what a page tells is handled one after the other, although some of it has to wait. */
import { ProtocolError } from './cdp.ts';

export type Serial = (work: () => unknown) => Promise<void>;

/**
 * Runs what it is given one after the other. An error of the app's own listeners becomes an uncaught exception, as in
 * Electron; an answer of Chromium that something is gone is let pass when `mayBeGone()`, and written otherwise.
 */
export function serial(mayBeGone: () => boolean): Serial {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    last = last.then(async () => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof ProtocolError)) throwLater(error);
        else if (!mayBeGone()) console.error('stand-in:', error);
      }
    });
    return last;
  };
}

/** Throws where only `uncaughtException` hears it. */
export function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
