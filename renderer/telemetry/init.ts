/** Starts the page's half of telemetry: the small part at once, the SDK after the first paint. */
import type { TelemetryBridge } from '../../electron/shared/telemetry.ts';
import { door } from '../error/capture.ts';
import { limitBaggage } from './baggage.ts';
import { watchEarly } from './early.ts';

/**
 * Bounds baggage and captures early breadcrumbs at once; loads the SDK after `painted`, if main answers that reports
 * are on. Never rejects: the page works without it.
 */
export async function startTelemetry(
  bridge: TelemetryBridge | undefined,
  painted: Promise<void>,
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
    await startSdk(bridge, settings, endEarly);
  } catch (error) {
    console.error('Telemetry did not start in this page.', error);
    stayOff();
  }
}
