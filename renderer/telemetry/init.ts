/** The page's half of telemetry: what must be there from the start, and the rest after the first paint. */
import type { TelemetryBridge } from '../../electron/shared/telemetry.ts';
import { door } from '../error/capture.ts';
import { limitBaggage } from './baggage.ts';
import { watchEarly } from './early.ts';
import type { PageOptions } from './sdk.ts';

/**
 * Bounds the baggage of requests and watches what the page does at once; starts the SDK after `painted`, if main says that there is telemetry.
 * Never rejects: without telemetry the page is as it was.
 */
export async function startTelemetry(
  bridge: TelemetryBridge | undefined,
  painted: Promise<void>,
  options?: PageOptions,
): Promise<void> {
  limitBaggage(globalThis, (dropped) => bridge?.report({ what: 'baggage', dropped }));
  const endEarly = watchEarly(globalThis, door.addBreadcrumb);
  const stayOff = () => {
    endEarly();
    door.close();
  };
  try {
    await painted;
    const settings = await bridge?.settings();
    if (!bridge || !settings) return stayOff();
    const { startSdk } = await import('./sdk.ts');
    await startSdk(bridge, settings, endEarly, options);
  } catch (error) {
    console.error('Telemetry did not start in this page.', error);
    stayOff();
  }
}
