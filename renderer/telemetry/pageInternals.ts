/**
 * The page's uses of the SDK's non-public behaviour. Each entry says what breaks it, and which test then fails. The
 * page script contains a part of it, so nothing here imports a page's SDK.
 */
import type { Client, Scope } from '@sentry/core';

/** What each version of the SDK from 8 on keeps on the page, by its number. */
export interface Carrier {
  stack: { getScope(): Scope; getIsolationScope(): Scope; withScope<T>(callback: (scope: Scope) => T): T };
  client: Client;
}

/**
 * The SDKs that have started in this page. A version that keeps its scopes elsewhere breaks this:
 * test/e2e/telemetry/ownSdk.long and tunnel then fail, because the app's own SDK is not found.
 */
export function startedSdks(): Carrier[] {
  const { __SENTRY__: all = {} } = globalThis as { __SENTRY__?: Record<string, Partial<Carrier> | string> };
  return Object.values(all).flatMap((one) => {
    const stack = typeof one === 'string' ? undefined : one.stack;
    const client = stack?.getScope().getClient();
    return stack && client ? [{ stack, client }] : [];
  });
}

/** There is no public way to pause a replay under its id, and to report activity. */
interface Container {
  isPaused(): boolean;
  pause(): void;
  resume(): void;
  triggerUserActivity(): void;
}

const PRIVATE = ['isPaused', 'pause', 'resume', 'triggerUserActivity'] as const;

/**
 * Returns the private functions of the SDK's replay. Another version of the SDK may lack one: recorder.test.ts, and
 * electron/telemetry/replay/sdkReplay.test.ts then fail.
 * @throws Error if one is missing: the SDK is pinned, so somebody is changing its version
 */
export function insideOf(replay: object): Container {
  const { _replay: container } = replay as { _replay?: Partial<Container> };
  const missing = PRIVATE.filter((name) => typeof container?.[name] !== 'function');
  if (missing.length > 0)
    throw new Error(
      `This version of @sentry/replay has no ${missing.join(', ')}: adapt pageInternals.ts to it.`,
    );
  return container as Container;
}
