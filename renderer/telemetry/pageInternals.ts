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

/** Private functions of the SDK's replay. A version that lacks one breaks this: test/e2e/telemetry/reports then fails. */
export const insideOf = (replay: object): Container => (replay as { _replay: Container })._replay;
