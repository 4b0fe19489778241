/** What main does about the fault on the page, as it comes. */
import { useSyncExternalStore } from 'react';
import type { Bridge, FaultNews } from '../../electron/shared/channels.ts';

let news: FaultNews | undefined;
const listeners = new Set<() => void>();

/** Call it once, before the first fault is shown. */
export function followNews(bridge: Pick<Bridge, 'onNews'>): void {
  bridge.onNews((latest) => {
    news = latest;
    for (const listener of listeners) listener();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The latest news of the fault with this `at`; none while main has said nothing about it. */
export function useNews(at: number): FaultNews | undefined {
  const latest = useSyncExternalStore(
    subscribe,
    () => news,
    () => undefined,
  );
  return latest?.at === at ? latest : undefined;
}
