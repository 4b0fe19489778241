/** Sentry in the page. Loaded after the first paint, and only if reports are on. */
import {
  addBreadcrumb,
  getClient,
  getCurrentScope,
  init,
  logger,
  metrics,
  setTag,
  setUser,
  startSpan,
} from '@sentry/electron/renderer';
import { steadyTime } from '../../electron/shared/clock.ts';
import { LIMITS } from '../../electron/shared/limits.ts';
import type { TelemetryBridge, TelemetrySettings } from '../../electron/shared/telemetry.ts';
import type { PageFacade } from '../facade/facade.ts';
import { createCommandRunner, watchInput } from './recorder.ts';
import { rejectionIntegration } from './rejections.ts';

/** What the page captures by itself (error/capture.ts), so that the error page can show the id of the report. */
const UNWANTED: ReadonlySet<string> = new Set(['GlobalHandlers', 'BrowserApiErrors']);

/**
 * Starts the SDK, hands over what was captured before it, and listens to main.
 * @param endEarly stops the early capture
 */
export async function startSdk(
  bridge: TelemetryBridge,
  settings: TelemetrySettings,
  facade: PageFacade,
  endEarly: () => void,
): Promise<void> {
  const { release, environment, publicKey, tracesSampleRate } = settings;
  const tracing = tracesSampleRate === undefined ? undefined : await import('./tracing.ts');
  endEarly();
  init({
    sendDefaultPii: false,
    release,
    environment,
    maxBreadcrumbs: LIMITS.breadcrumbs.value,
    ...(tracesSampleRate !== undefined && { tracesSampleRate }),
    replaysSessionSampleRate: 0,
    replaysOnErrorSampleRate: 0,
    integrations: (defaults) => [
      ...defaults.filter(({ name }) => !UNWANTED.has(name)),
      rejectionIntegration,
      ...(tracing ? tracing.tracingIntegrations() : []),
    ],
  });
  // The SDK in a page runs with a dummy DSN, and would send that key to servers.
  getClient()?.on('createDsc', (context) => {
    context.public_key = publicKey;
  });
  facade.open({
    addBreadcrumb,
    getCurrentScope,
    setTag,
    // To main a page that begins with `setUser(null)` would say the same as one that never set a user.
    setUser: (user) => setUser(user ?? { nobody: null }),
    startSpan,
    logger,
    metrics,
  });

  const report = (message: Parameters<TelemetryBridge['report']>[0]) => bridge.report(message);
  if (settings.replay) {
    const load = async () => {
      const { loadRecorder } = await import('./replay.ts');
      return loadRecorder(settings, runner.isLive, report);
    };
    const runner = createCommandRunner(load, report, (error) => facade.captureException(error));
    bridge.onCommand((command) => void runner.run(command));
    watchInput(window, steadyTime, () => {
      report({ what: 'input' });
      runner.touch();
    });
  }
  report({ what: 'ready' });
}
