/** Uncaught exceptions and unhandled rejections in the page. */
import type { Fault } from '../../electron/shared/fault.ts';
import { captureThrown, thrownFault } from './capture.ts';

/** Milliseconds that an error boundary or the router gets to show the failure. */
const OWN_PAGE_MS = 500;

/**
 * Captures uncaught errors, and shows a fault for those thrown outside React's rendering, where no error boundary
 * catches them and the page might stay half rendered. Ignores aborts, and error events without an error, which browsers
 * use for warnings.
 * @param isShown whether the page already shows a failure
 */
export function catchUncaught(isShown: () => boolean, show: (fault: Fault) => void): void {
  function take(error: unknown): void {
    if (error instanceof Error && error.name === 'AbortError') return;
    const fault = thrownFault(error);
    captureThrown(fault);
    setTimeout(() => {
      if (!isShown()) show(fault);
    }, OWN_PAGE_MS);
  }
  addEventListener('error', ({ error }) => {
    if (error !== null && error !== undefined) take(error);
  });
  addEventListener('unhandledrejection', ({ reason }) => take(reason));
}
