/** What was thrown in the page, as a fault whose report the page itself makes. */
import type { Fault } from '../../electron/shared/fault.ts';
import { capture } from './capture.ts';
import { isReported } from './FaultError.ts';
import { errorFault } from './faults.ts';

const thrown = new WeakMap<Fault, unknown>();

/** The fault of what was thrown. Captures nothing: React may render what it never shows. */
export function thrownFault(error: unknown, url: string, at: number): Fault {
  const fault = errorFault(error, url, at);
  if (isReported(error)) thrown.set(fault, error);
  return fault;
}

/** Captures what this fault was made of. Returns the id of its report; none if main is to make it. */
export function captureThrown(fault: Fault): string | undefined {
  return thrown.has(fault) ? capture(thrown.get(fault), fault) : undefined;
}
