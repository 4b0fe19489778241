/** Exceptions and rejections in the page that nobody caught. */
import type { Fault } from '../../electron/shared/fault.ts';
import { captureThrown, thrownFault } from './thrown.ts';

/** Milliseconds until it is looked whether the page shows the failure by itself, as a boundary or the router does. */
const OWN_PAGE_MS = 500;

/** Where exceptions come from; a window in the page. */
type Source = Pick<Window, 'addEventListener' | 'location'>;

/**
 * Captures what was thrown, and shows a fault for it if it was thrown outside of React's rendering, where no
 * boundary catches it: the page may be half done, and says nothing. Not for an abort, which is no failure, and not
 * for an event without an error, by which a browser only remarks on something.
 * @param isShown whether the page shows a failure already
 */
export function catchUncaught(source: Source, isShown: () => boolean, show: (fault: Fault) => void): void {
  function take(error: unknown): void {
    if (error instanceof Error && error.name === 'AbortError') return;
    const { pathname, search } = source.location;
    const fault = thrownFault(error, pathname + search, Date.now());
    captureThrown(fault);
    setTimeout(() => {
      if (!isShown()) show(fault);
    }, OWN_PAGE_MS);
  }
  source.addEventListener('error', ({ error }) => {
    if (error !== null && error !== undefined) take(error);
  });
  source.addEventListener('unhandledrejection', ({ reason }) => take(reason));
}
