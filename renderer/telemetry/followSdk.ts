/** If the app's pages have their own SDK: Holdfast's functions use it, and main learns what it knows about the page. */
import {
  type Breadcrumb,
  captureFeedback,
  generateSentryTraceHeader,
  normalize,
  type Scope,
  type withScope,
} from '@sentry/core';
import { steadyTime } from '../../electron/shared/clock.ts';
import { logsAndMetrics, NO_SPAN, ofScope } from '../../electron/shared/facade.ts';
import { LIMITS } from '../../electron/shared/limitValues/limits.ts';
import { SDK_NAMESPACE, type TelemetryBridge } from '../../electron/shared/telemetryMessages.ts';
import type { PageFacade } from '../facade/pageFacade.ts';
import type { Carrier } from './pageInternals.ts';
import { watchInput } from './recorder.ts';

declare global {
  var __SENTRY_IPC__: Record<string, { sendScope(json: string): void }> | undefined;
}

export function followSdk(bridge: TelemetryBridge, { client, stack }: Carrier, facade: PageFacade): void {
  const isolation = stack.getIsolationScope();
  // With the SDK's own channel it tells main itself.
  if (client.getOptions().tunnel) tellScope(isolation);
  facade.open({
    getCurrentScope: () => stack.getScope(),
    addBreadcrumb: (breadcrumb) => void isolation.addBreadcrumb(breadcrumb, LIMITS.breadcrumbs.value),
    ...ofScope(() => isolation),
    captureFeedback: (feedback, hint) => captureFeedback(feedback, hint, stack.getScope()),
    withScope: ((callback: Parameters<Carrier['stack']['withScope']>[0]) =>
      stack.withScope(callback)) as typeof withScope,
    // These differ between versions of the SDK.
    ...logsAndMetrics(() => undefined),
    startSpan: (_options, callback) => callback(NO_SPAN as Parameters<typeof callback>[0]),
  });
  bridge.traceCalls(() => {
    const { traceId, propagationSpanId, sampled } = stack.getScope().getPropagationContext();
    return { 'sentry-trace': generateSentryTraceHeader(traceId, propagationSpanId, sampled) };
  });
  watchInput(window, steadyTime, () => bridge.report({ what: 'input' }));
}

/** Main's reports, for instance of a crash of the page, then have its breadcrumbs, user, tags and extras. */
function tellScope(scope: Scope): void {
  let last: Breadcrumb | undefined;
  const tell = (breadcrumbs: Breadcrumb[]) => {
    const { user, tags, extra } = scope.getScopeData();
    const said = normalize({ user, tags, extra, breadcrumbs }, 6, 200);
    globalThis.__SENTRY_IPC__?.[SDK_NAMESPACE]?.sendScope(JSON.stringify(said));
    last = breadcrumbs.at(-1) ?? last;
  };
  for (const breadcrumb of scope.getScopeData().breadcrumbs) tell([breadcrumb]);
  scope.addScopeListener(() => {
    const newest = scope.getScopeData().breadcrumbs.at(-1);
    tell(newest && newest !== last ? [newest] : []);
  });
}
