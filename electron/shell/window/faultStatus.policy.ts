/** What main says about the fault that a window shows. Pure. */
import { type Fault, type FaultStatus, isFailure, isRetried } from '../../shared/fault.ts';
import { helpFor } from '../../shared/help.ts';
import type { WindowState } from './state.policy.ts';

interface StatusOptions {
  isDiskFull(): boolean;
  /** Whether the user still has to be asked about reports. */
  ask(): boolean;
  launch: { isSafe: boolean };
  /** Turns a time of recovery to the wall clock's. */
  wallAt(steady: number): number;
}

export function statusOf(
  { fault: found, recovery: { retryAt } }: WindowState,
  { isDiskFull, ask, launch, wallAt }: StatusOptions,
): FaultStatus | undefined {
  if (!found) return undefined;
  // Failures of a server have other causes.
  const isFull = isFailure(found) && !isRetried(found) && isDiskFull();
  const fault = isFull ? { ...found, diskFull: true as const } : found;
  return {
    fault,
    retryAt: retryAt === null ? null : wallAt(retryAt),
    ask: fault.reportId !== undefined && !isOfNetwork(fault) && ask(),
    help: helpFor(fault, launch.isSafe),
  };
}

/** An unknown server or a wrong certificate: no report helps there, and the user has something else to do. */
const isOfNetwork = ({ code }: Pick<Fault, 'code'>): boolean => /^ERR_(?:NAME_|CERT_)/.test(String(code));

/** Whether the menu may ask about reports: the page does not, and shows nothing that no report helps with. */
export const mayAskBeside = ({ asks, status }: { asks: boolean; status: FaultStatus | undefined }): boolean =>
  !asks && !(status && isOfNetwork(status.fault));
