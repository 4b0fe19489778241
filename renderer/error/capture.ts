import type { Fault } from '../../electron/shared/fault.ts';
import { titleOf } from '../../electron/shared/faultText.ts';
import { facade } from '../facade/pageFacade.ts';
import { errorFault } from './faults.ts';
import { isReported, saidOf } from './thrown.ts';

const thrown = new WeakMap<Fault, unknown>();

/** Returns the fault for a thrown value. Captures nothing, because React may render it without showing it. */
export function thrownFault(error: unknown): Fault {
  const fault = errorFault(error, location.pathname + location.search, Date.now());
  if (isReported(error)) thrown.set(fault, error);
  return fault;
}

/** Captures the exception behind this fault. Returns the event's id; `undefined` if there will be none: main reports it. */
export function captureThrown(fault: Fault): string | undefined {
  if (!thrown.has(fault)) return undefined;
  return facade.capture(thrown.get(fault), saidOf(fault, { title: titleOf(fault), url: fault.url }), {
    handled: false,
    type: 'auto.function.react.error_boundary',
  });
}
