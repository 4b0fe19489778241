/** The page's uses of the SDK's non-public behaviour. The page script has a part of it: nothing here imports a page's SDK. */
import type { Client, Scope } from '@sentry/core';

/** What each version of the SDK from 8 on keeps on the page, by its number. */
export interface Carrier {
  stack: { getScope(): Scope; getIsolationScope(): Scope; withScope<T>(callback: (scope: Scope) => T): T };
  client: Client;
}

/** The SDKs that have started in this page. If one keeps its scopes elsewhere, e2e/telemetry/ownSdk.long and tunnel fail. */
export function startedSdks(): Carrier[] {
  const { __SENTRY__: all = {} } = globalThis as { __SENTRY__?: Record<string, Partial<Carrier> | string> };
  return Object.values(all).flatMap((one) => {
    const stack = typeof one === 'string' ? undefined : one.stack;
    const client = stack?.getScope().getClient();
    return stack && client ? [{ stack, client }] : [];
  });
}

/** No public function pauses a replay under its id, or reports activity. Without these test/e2e/telemetry/reports fails. */
type Inside = Record<'pause' | 'resume' | 'triggerUserActivity', () => void> & { isPaused(): boolean };
export const insideOf = (replay: object) => (replay as { _replay: Inside })._replay;
