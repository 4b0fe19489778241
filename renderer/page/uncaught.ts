/** Uncaught exceptions and unhandled rejections: reports them and leaves the page alone, unless it is empty. */
import { MAX_FAULT_DETAIL, type Thrown } from '../../electron/shared/channels.ts';
import { tagsOf } from '../../electron/shared/faultTags.ts';
import { faultKindOf, isReported, textOfThrown } from '../error/thrown.ts';
import { facade } from '../facade/facade.ts';
import { appSdk } from '../telemetry/appSdk.ts';

/** Milliseconds after an error in which a page may show something again, or for the first time. */
const AGAIN_MS = 1_000;
const FIRST_MS = 4_000;

interface PageState {
  /** Whether it has painted anything since it loaded. */
  isPainted(): boolean;
  isBlank(): boolean;
  /** The screen is empty. `eventId` belongs to the error's report, if there is one. */
  lost(thrown: Thrown, eventId?: string): void;
}

/**
 * Ignores aborts. An event without an error comes from a worker, or from a page that threw no value; its message is
 * then reported. Browser warnings arrive here too, and the SDK filters them.
 * @param target the window
 */
export function catchUncaught(target: EventTarget, page: PageState): void {
  function take(error: unknown, type: string, source?: string): void {
    if (error instanceof Error && error.name === 'AbortError') return;
    const found = faultKindOf(error);
    const { kind, code } = found;
    const context = {
      tags: tagsOf(found),
      contexts: {
        fault: { kind, code, url: location.pathname + location.search, ...(source && { source }) },
      },
    };
    // The app's own SDK sees the error after this listener and captures it.
    const eventId =
      !appSdk() && isReported(error)
        ? facade.capture(error, context, { handled: false, type: `auto.browser.global_handlers.${type}` })
        : undefined;
    tellIfBlank(kind === 'load' ? kind : 'script', textOfThrown(error), () => eventId ?? facade.idOf(error));
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
    const { error, message, filename, lineno, colno } = event as ErrorEvent;
    if (error !== null && error !== undefined) take(error, 'onerror');
    // An image that fails to load has no message.
    else if (message) take(message, 'onerror', `${filename}:${lineno}:${colno}`);
  });
  target.addEventListener('unhandledrejection', (event) =>
    take((event as PromiseRejectionEvent).reason, 'onunhandledrejection'),
  );
}
