/** Pages that main shows instead of a failed one, and their addresses. */
import { SHELL_PATH } from '../../shared/channels.ts';
import type { FaultStatus } from '../../shared/fault.ts';

export interface FaultDocument extends Pick<FaultStatus, 'fault' | 'retryAt' | 'help'> {
  /** Whether it may run its script; without it the page is as the build rendered it. */
  script: boolean;
}

const FAULT_PATH = `${SHELL_PATH}fault`;

/**
 * Returns the address, without origin, that shows a FaultDocument for the page at `path`, once: later it leads to that page.
 * @param id the fault's; it tells such pages apart, because an old window may still request its own
 */
export const faultPagePath = (path: string, id: string): string =>
  `${FAULT_PATH}?for=${encodeURIComponent(path)}&fault=${id}`;

export const isFaultPage = (path: string): boolean => path.startsWith(`${FAULT_PATH}?`);

/** Returns the failed path if this path and query belong to a FaultDocument, else undefined. */
export function failedPathOf(path: string): string | undefined {
  if (!isFaultPage(path)) return undefined;
  return new URLSearchParams(path.slice(FAULT_PATH.length)).get('for') ?? '/';
}
