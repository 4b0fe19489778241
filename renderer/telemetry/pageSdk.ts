/** Sentry in the page. Loaded after the first paint, and only if reports are on. */
import type { Client, Integration, Scope } from '@sentry/core';
import * as Sentry from '@sentry/electron/renderer';
import { steadyTime } from '../../electron/shared/clock.ts';
import { ofScope } from '../../electron/shared/facade.ts';
import { LIMITS } from '../../electron/shared/limitValues/limits.ts';
import type { TelemetryBridge, TelemetrySettings } from '../../electron/shared/telemetryMessages.ts';
import { faultKindOf, isReported, saidOf } from '../error/thrown.ts';
import type { PageFacade } from '../facade/pageFacade.ts';
import { learnIds, warnOfSecond } from './appSdk.ts';
import { createCommandRunner, watchInput } from './recorder.ts';

export { followSdk } from './followSdk.ts';

type Options = NonNullable<Parameters<typeof Sentry.init>[0]>;

/** Returns the configuration's options, as changed by the app's own module. */
async function appOptions({ tracesSampleRate, options, module }: TelemetrySettings): Promise<Options> {
  const given = { ...options, ...(tracesSampleRate !== undefined && { tracesSampleRate }) };
  if (!module) return given;
  try {
    const { default: change } = await import(/* @vite-ignore */ module);
    return { ...given, ...change(given) };
  } catch (error) {
    console.error('The options of this app for reports are not used.', error);
    return given;
  }
}

/** Starts the SDK, passes on what was captured before, and listens to main. @param endEarly stops the early capture */
export async function startSdk(
  bridge: TelemetryBridge,
  settings: TelemetrySettings,
  facade: PageFacade,
  endEarly: () => void,
): Promise<void> {
  const { release, environment, publicKey } = settings;
  const own = await appOptions(settings);
  const isTraced = own.tracesSampleRate !== undefined || own.tracesSampler !== undefined;
  const tracing = isTraced ? await import('./tracing.ts') : undefined;
  endEarly();
  Sentry.init({
    ...own,
    sendDefaultPii: false,
    release,
    environment,
    maxBreadcrumbs: LIMITS.breadcrumbs.value,
    replaysSessionSampleRate: 0,
    replaysOnErrorSampleRate: 0,
    integrations(defaults) {
      const chosen = [...defaults, faultIntegration, ...(tracing ? tracing.tracingIntegrations() : [])];
      const { integrations: more = [] } = own;
      const all = typeof more === 'function' ? more(chosen) : [...chosen, ...more];
      return all.filter(({ name }) => name !== 'Replay');
    },
  });
  const client = Sentry.getClient();
  if (client) learnIds(client);
  // The SDK in a page runs with a dummy DSN, and would send that key to servers.
  client?.on('createDsc', (context) => {
    context.public_key = publicKey;
  });
  facade.open({
    ...ofScope(Sentry.getIsolationScope),
    // The SDK moves a scope's attachments to main, which accepts none without a report.
    addAttachment: (attachment) =>
      void Sentry.getIsolationScope().addEventProcessor((event, hint) => {
        hint.attachments = [...(hint.attachments ?? []), attachment];
        return event;
      }),
    addBreadcrumb: Sentry.addBreadcrumb,
    captureFeedback: Sentry.captureFeedback,
    getCurrentScope: Sentry.getCurrentScope,
    // For main, a page that begins with `setUser(null)` would look like one that never set a user.
    setUser: (user) => Sentry.setUser(user ?? { nobody: null }),
    withScope: withOwnScope as typeof Sentry.withScope,
    startSpan: Sentry.startSpan,
    logger: Sentry.logger,
    metrics: Sentry.metrics,
  });

  bridge.traceCalls(Sentry.getTraceData);

  const { report } = bridge;
  if (settings.replay) {
    const load = async () => (await import('./replay.ts')).loadRecorder(settings, report);
    const runner = createCommandRunner(load, report, (error) => facade.captureException(error));
    bridge.onCommand((command) => void runner.run(command));
    watchInput(window, steadyTime, () => {
      report({ what: 'input' });
      runner.touch();
    });
  }
  report({ what: 'ready' });
  // By then the app's own SDK has started too.
  setTimeout(() => warnOfSecond(client), 5_000);
}

/** Within it the SDK tells main its tags with each breadcrumb; after it, this tells main the page's own again. */
function withOwnScope<T>(callback: (scope: Scope) => T): T {
  const tell = () => Sentry.getIsolationScope().setTags({});
  let result: T | undefined;
  try {
    result = Sentry.withScope(callback);
    return result;
  } finally {
    if (result instanceof Promise) result.then(tell, tell);
    else tell();
  }
}

/** What the SDK's own handlers capture is a fault: its report says which, as those of main's faults do. */
const UNCAUGHT = /^auto\.browser\.global_handlers\./;

const faultIntegration: Integration = {
  name: 'Faults',
  processEvent(event, { mechanism, originalException: error }) {
    const isAbort = error instanceof Error && error.name === 'AbortError';
    return UNCAUGHT.test(mechanism?.type ?? '') && (isAbort || !isReported(error)) ? null : event;
  },
  setup(client: Client) {
    // Only then it is known whether an error was handled.
    client.on('postprocessEvent', (event, hint) => {
      const isHandled =
        event.exception?.values?.every(({ mechanism }) => mechanism?.handled !== false) ?? true;
      if (isHandled || event.contexts?.fault) return;
      const { tags, contexts } = saidOf(faultKindOf(hint?.originalException));
      event.tags = { ...tags, ...event.tags };
      event.contexts = { ...event.contexts, ...contexts };
    });
  },
};
