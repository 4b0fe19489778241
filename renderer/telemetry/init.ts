/** The page's half of telemetry: what must be there from the start, and the rest after the first paint. */
import type { TelemetryBridge } from '../../electron/contract/telemetry.ts';
import { limitBaggage } from './baggage.ts';
import type { PageOptions } from './sdk.ts';

/** Errors kept until the SDK is there. A page that throws without end must not fill the memory. */
const MOST_EARLY = 20;

/**
 * Bounds the baggage of requests at once and keeps early errors; starts the SDK after `painted`, if main says
 * that there is telemetry. Never rejects: without telemetry the page is as it was.
 */
export async function startTelemetry(
  bridge: TelemetryBridge | undefined,
  painted: Promise<void>,
  options?: PageOptions,
): Promise<void> {
  limitBaggage(globalThis, (dropped) => bridge?.report({ what: 'baggage', dropped }));
  if (!bridge) return;
  const early = keepErrors(globalThis.window);
  try {
    await painted;
    const settings = await bridge.settings();
    if (!settings) return;
    const { startSdk } = await import('./sdk.ts');
    await startSdk(bridge, settings, early.take, options);
  } catch (error) {
    console.error('Telemetry did not start in this page.', error);
  } finally {
    early.stop();
  }
}

/** Keeps what was thrown and not caught. */
function keepErrors(target: Window) {
  const errors: unknown[] = [];
  const keep = (error: unknown) => {
    if (errors.length < MOST_EARLY) errors.push(error);
  };
  const onError = (event: ErrorEvent) => keep(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent) => keep(event.reason);
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return {
    take: () => errors.splice(0),
    stop() {
      target.removeEventListener('error', onError);
      target.removeEventListener('unhandledrejection', onRejection);
    },
  };
}
