/** Uncaught exceptions and unhandled rejections: reports them and leaves the page alone, unless it is empty. */
import { MAX_FAULT_DETAIL } from '../../electron/shared/channels.ts';
import type { Thrown } from '../../electron/shared/fault.ts';
import { faultKindOf, isReported, saidOf, textOfThrown } from '../error/thrown.ts';
import { facade } from '../facade/pageFacade.ts';
import { appSdk } from '../telemetry/appSdk.ts';

/** Milliseconds after an error in which a page may show something again, or for the first time. */
const AGAIN_MS = 1_000;
const FIRST_MS = 4_000;

interface PageState {
  isPainted(): boolean;
  isBlank(): boolean;
  /** The screen is empty. `eventId` belongs to the error's report, if there is one. */
  lost(thrown: Thrown, eventId?: string): void;
}

/**
 * Ignores aborts. An event without an error comes from a worker, or from a page that threw no value: its message is
 * shown. Browser warnings arrive here too, and the SDK filters them.
 */
export function catchUncaught(target: EventTarget, page: PageState): void {
  /** @param error what was thrown @param said its text, if it is nothing */
  function take(error: unknown, type: string, said: unknown = error): void {
    if (error instanceof Error && error.name === 'AbortError') return;
    const found = faultKindOf(error);
    // Later the SDK's own handlers capture it, after this listener.
    if (!appSdk() && !facade.isOpen() && isReported(error)) {
      const mechanism = { handled: false, type: `auto.browser.global_handlers.${type}` };
      facade.know(error, facade.capture(said, saidOf(found), mechanism));
    }
    tellIfBlank(found.kind === 'load' ? 'load' : 'script', textOfThrown(said), () => facade.idOf(error));
  }
  function tellIfBlank(kind: Thrown['kind'], detail: string, eventId?: () => string | undefined): void {
    setTimeout(
      () => {
        if (page.isBlank()) page.lost({ kind, detail: detail.slice(0, MAX_FAULT_DETAIL) }, eventId?.());
      },
      page.isPainted() ? AGAIN_MS : FIRST_MS,
    );
  }
  // A server may no longer have a script of an older document. The build always has its own.
  if (location.protocol !== 'app:')
    target.addEventListener(
      'error',
      ({ target: failed }) => {
        if (failed instanceof HTMLScriptElement) tellIfBlank('load', `${failed.src} did not load`);
      },
      { capture: true },
    );
  target.addEventListener('error', (event) => {
    const { error, message } = event as ErrorEvent;
    // An image that fails to load has no message.
    if (message || error) take(error, 'onerror', error ?? message);
  });
  target.addEventListener('unhandledrejection', (event) =>
    take((event as PromiseRejectionEvent).reason, 'onunhandledrejection'),
  );
}
