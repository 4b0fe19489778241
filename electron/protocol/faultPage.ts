/** Pages that main shows in place of one that failed, and their addresses. */
import { SHELL_PATH } from '../shared/channels.ts';
import type { FaultStatus } from '../shared/fault.ts';

export interface FaultDocument extends Pick<FaultStatus, 'fault' | 'retry' | 'help'> {
  /** Whether it may run its script; without it, it is what the build rendered. */
  script: boolean;
}

const FAULT_PATH = `${SHELL_PATH}fault`;

/**
 * The address, without origin, that shows a FaultDocument for the page at `path`. Going back to it, or reloading it, leads
 * to the page that failed.
 * @param id of the fault; it tells such pages apart, as an old window may still request its own
 */
export function faultPagePath(path: string, id: string): string {
  return `${FAULT_PATH}?for=${encodeURIComponent(path)}&fault=${id}`;
}

export function isFaultPage(path: string): boolean {
  return path.startsWith(`${FAULT_PATH}?`);
}

/** The path that failed if this path and query are those of a FaultDocument, else undefined. */
export function failedPathOf(path: string): string | undefined {
  if (!isFaultPage(path)) return undefined;
  return new URLSearchParams(path.slice(FAULT_PATH.length)).get('for') ?? '/';
}
