/** What something that was thrown says about the failure. Small: the page script has it too. */
import type { Fault } from '../../electron/shared/fault.ts';

/** How Chromium and Vite say that a part of the page's code, or its styles, did not come. */
const PART_MISSING = /^Failed to fetch dynamically imported module|^Unable to preload CSS/;

/** The fault that an error of the router carries (see FaultError). */
export function carriedFault(error: unknown): Fault | undefined {
  return error instanceof Error && error.name === 'FaultError' && 'fault' in error
    ? (error.fault as Fault)
    : undefined;
}

/**
 * Kind and code of the fault of an exception. An error that carries an HTTP status as `statusCode` has that status, as
 * in the framework.
 */
export function kindOf(error: unknown): Pick<Fault, 'kind' | 'code'> {
  const carried = carriedFault(error);
  if (carried) return { kind: carried.kind, ...(carried.code !== undefined && { code: carried.code }) };
  if (!(error instanceof Error)) return { kind: 'script' };
  if (PART_MISSING.test(error.message)) return { kind: 'load', code: 'ERR_FAILED' };
  const status = 'statusCode' in error ? error.statusCode : undefined;
  return isErrorStatus(status) ? { kind: 'http', code: status } : { kind: 'script' };
}

function isErrorStatus(status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;
}

/**
 * Whether an error is to be reported: not a path that no page answers, nor a server that refuses or cannot be reached,
 * which are no faults of the app.
 */
export function isReported(error: unknown): boolean {
  const fault = carriedFault(error);
  if (!fault) return true;
  const { kind, code } = fault;
  if (kind === 'data') return code === undefined;
  return typeof code !== 'number' || code >= 500;
}

/** Stack or text of whatever was thrown. */
export function textOfThrown(error: unknown): string {
  return error instanceof Error ? (error.stack ?? String(error)) : `Thrown: ${String(error)}`;
}
