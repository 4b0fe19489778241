/**
 * Where the page reaches into the SDK beside its public functions. Each entry says what breaks it, and which test then
 * fails. The page script has a part of it, so nothing here imports the SDK of a page.
 */
import {
  type Client,
  getDynamicSamplingContextFromSpan,
  type Integration,
  isPrimitive,
  type Scope,
  type Span,
} from '@sentry/core';

/** What each version of the SDK from 8 on keeps on the page, under its number. */
export interface Carrier {
  stack: { getScope(): Scope; getIsolationScope(): Scope; withScope<T>(callback: (scope: Scope) => T): T };
  client: Client;
}

/**
 * The SDKs that have started in this page. A version that keeps its scopes elsewhere breaks it: test/e2e/telemetry/
 * ownSdk.long and tunnel fail then, as the app's own SDK is not found.
 */
export function startedSdks(): Carrier[] {
  const { __SENTRY__: all = {} } = globalThis as { __SENTRY__?: Record<string, Partial<Carrier> | string> };
  return Object.values(all).flatMap((one) => {
    const stack = typeof one === 'string' ? undefined : one.stack;
    const client = stack?.getScope().getClient();
    return stack && client ? [{ stack, client }] : [];
  });
}

/** There is no public way to pause a replay under its id, to note activity, and to flush after the shortest delay. */
interface Container {
  isPaused(): boolean;
  pause(): void;
  resume(): void;
  triggerUserActivity(): void;
  /** Flushes after the minimum delay. */
  flush(): Promise<void>;
  /** Flushes now. */
  conditionalFlush(): Promise<void>;
}

const PRIVATE = ['isPaused', 'pause', 'resume', 'triggerUserActivity', 'flush', 'conditionalFlush'] as const;

/**
 * The private functions of the SDK's replay. Another version of the SDK may lack one: recorder.test.ts, and
 * electron/telemetry/replay/sdkReplay.test.ts fail then.
 * @throws Error if one is missing: the SDK is pinned, so somebody is changing its version
 */
export function insideOf(replay: object): Omit<Container, 'flush' | 'conditionalFlush'> {
  const { _replay: container } = replay as { _replay?: Partial<Container> };
  const missing = PRIVATE.filter((name) => typeof container?.[name] !== 'function');
  if (missing.length > 0)
    throw new Error(
      `This version of @sentry/replay has no ${missing.join(', ')}: adapt unofficial.ts to it.`,
    );
  const inner = container as Container;
  // On blur and when hidden the SDK flushes right away, however short ago the last segment was: let these wait too.
  inner.conditionalFlush = () => inner.flush();
  return inner;
}

/**
 * Sets the replay's id, or none, in the trace contexts that exist already, which the SDK freezes once. A context that is
 * a copy breaks it: test/e2e/telemetry/traceHeaders.test.ts fails then.
 */
export function nameReplay(replayId: string | undefined, scope: Scope, span: Span | undefined): void {
  const contexts = [scope.getPropagationContext().dsc, span && getDynamicSamplingContextFromSpan(span)];
  for (const context of contexts as ({ replay_id?: string } | undefined)[]) {
    if (!context) continue;
    if (replayId === undefined) delete context.replay_id;
    else context.replay_id = replayId;
  }
}

const REJECTION = 'auto.browser.global_handlers.onunhandledrejection';

/**
 * Names what a promise was rejected with, and is no error, as the SDK's own handler does. Other words of the SDK break
 * it: test/e2e/telemetry/reports.test.ts fails then.
 */
export const rejectionIntegration: Integration = {
  name: 'Rejections',
  processEvent(event, { mechanism, originalException: reason }) {
    const exception = event.exception?.values?.[0];
    if (!exception || mechanism?.type !== REJECTION || reason instanceof Error) return event;
    exception.type = 'UnhandledRejection';
    exception.value = isPrimitive(reason)
      ? `Non-Error promise rejection captured with value: ${String(reason)}`
      : exception.value?.replace(' captured as exception ', ' captured as promise rejection ');
    return event;
  },
};
