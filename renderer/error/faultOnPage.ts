/** The fault that the page shows, and what main does about it. Faults that the page finds itself are reported to main. */
import { useSyncExternalStore } from 'react';
import type { Bridge } from '../../electron/shared/channels.ts';
import type { Fault, FaultStatus } from '../../electron/shared/fault.ts';
import { captureThrown } from './faults.ts';

/** Milliseconds for which a fault may leave the page, for example while the router renders its error page again. */
const GONE_MS = 100;

let shown: { fault: Fault; bridge?: Bridge | undefined; leaving?: ReturnType<typeof setTimeout> } | undefined;
let latest: FaultStatus | undefined;
const listeners = new Set<() => void>();

/** The page shows this fault. Returns what to call when it no longer does. @param bridge if main is to get the fault */
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

export function setFaultStatus(status: FaultStatus): void {
  latest = status;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns main's status of the fault with this id; undefined until main has sent one. */
export function useFaultStatus(id: string): FaultStatus | undefined {
  const status = useSyncExternalStore(subscribe, () => latest);
  return status?.fault.id === id ? status : undefined;
}
