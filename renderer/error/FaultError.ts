import type { Fault } from '../../electron/shared/fault.ts';

/** Thrown by a loader: the router shows the error page with the fault. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.detail ?? fault.title);
    this.fault = fault;
  }
}

/**
 * Whether an error that the router shows is to be reported: not a path that no page answers, nor a server that
 * refuses or cannot be reached, which are no faults of the app.
 */
export function isReported(error: unknown): boolean {
  if (!(error instanceof FaultError)) return true;
  const { kind, code } = error.fault;
  if (kind === 'data') return code === undefined;
  return typeof code !== 'number' || code >= 500;
}
