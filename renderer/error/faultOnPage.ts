/** The fault that the page shows, and what main does about it. Main is told of one that the page found by itself. */
import { useSyncExternalStore } from 'react';
import type { Bridge } from '../../electron/shared/channels.ts';
import type { Fault, FaultStatus } from '../../electron/shared/fault.ts';
import { captureThrown } from './capture.ts';

/** Milliseconds for which a fault may be off the page, as when the router draws its error page anew. */
const GONE_MS = 100;

let shown: { fault: Fault; bridge?: Bridge | undefined; leaving?: ReturnType<typeof setTimeout> } | undefined;
/** The latest that main said, about whichever fault. */
let latest: FaultStatus | undefined;
const listeners = new Set<() => void>();

/**
 * The page shows this fault. Returns a function for when it does so no longer.
 * @param bridge to main, if main is to be told of the fault
 */
export function enter(fault: Fault, bridge?: Bridge): () => void {
  clearTimeout(shown?.leaving);
  if (shown?.fault.id !== fault.id) {
    gone();
    bridge?.showing(fault, captureThrown(fault));
  }
  const here = { fault, bridge, leaving: undefined };
  shown = here;
  return () => {
    if (shown === here) shown = { ...here, leaving: setTimeout(gone, GONE_MS) };
  };
}

function gone(): void {
  shown?.bridge?.cleared(shown.fault.id);
  shown = undefined;
}

/** Main says what it does about a fault. */
export function setFaultStatus(status: FaultStatus): void {
  latest = status;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What main does about the fault with this id; undefined while main has said nothing. */
export function useFaultStatus(id: string): FaultStatus | undefined {
  const status = useSyncExternalStore(
    subscribe,
    () => latest,
    () => undefined,
  );
  return status?.fault.id === id ? status : undefined;
}
