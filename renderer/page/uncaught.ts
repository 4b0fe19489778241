/** Uncaught exceptions and unhandled rejections: reported, and the page stays as it is unless nothing is left of it. */
import { MAX_FAULT_DETAIL, type Thrown } from '../../electron/shared/channels.ts';
import { tagsOf } from '../../electron/shared/faultTags.ts';
import { isReported, kindOf, textOfThrown } from '../error/thrown.ts';
import { facade } from '../facade/facade.ts';
import { appSdk } from '../telemetry/appSdk.ts';

/** Milliseconds after an error that a page gets to show something again, and one that has painted nothing yet. */
const AGAIN_MS = 1_000;
const FIRST_MS = 4_000;

interface PageState {
  /** Whether it has painted something since it was loaded. */
  isPainted(): boolean;
  isBlank(): boolean;
  /** Nothing is left on the screen. `eventId`: of the error's report, if there is one. */
  lost(thrown: Thrown, eventId?: string): void;
}

/**
 * Ignores aborts. An event without an error comes from a worker, or from a page that threw nothing: its message is
 * reported then. Warnings of the browser come this way too, and the SDK filters them.
 * @param target the window
 */
export function catchUncaught(target: EventTarget, page: PageState): void {
  function take(error: unknown, type: string, source?: string): void {
    if (error instanceof Error && error.name === 'AbortError') return;
    const found = kindOf(error);
    const { kind, code } = found;
    const context = {
      tags: tagsOf(found),
      contexts: {
        fault: { kind, code, url: location.pathname + location.search, ...(source && { source }) },
      },
    };
    // The app's own SDK hears of it after this listener, and captures it.
    const eventId =
      !appSdk() && isReported(error)
        ? facade.capture(error, context, { handled: false, type: `auto.browser.global_handlers.${type}` })
        : undefined;
    setTimeout(
      () => {
        if (!page.isBlank()) return;
        const detail = textOfThrown(error).slice(0, MAX_FAULT_DETAIL);
        page.lost({ kind: kind === 'load' ? kind : 'script', detail }, eventId ?? facade.idOf(error));
      },
      page.isPainted() ? AGAIN_MS : FIRST_MS,
    );
  }
  target.addEventListener('error', (event) => {
    const { error, message, filename, lineno, colno } = event as ErrorEvent;
    if (error !== null && error !== undefined) take(error, 'onerror');
    // A picture that cannot be loaded has no message.
    else if (message) take(message, 'onerror', `${filename}:${lineno}:${colno}`);
  });
  target.addEventListener('unhandledrejection', (event) =>
    take((event as PromiseRejectionEvent).reason, 'onunhandledrejection'),
  );
}
