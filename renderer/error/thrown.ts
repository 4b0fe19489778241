/** What a thrown value says about the failure. Small, because the page script contains it too. */
import type { Fault } from '../../electron/shared/fault.ts';
import { tagsOf } from '../../electron/shared/faultTags.ts';

/** The messages of Chromium and Vite for a part of the page's code, or its styles, that failed to load. */
const PART_MISSING = /^Failed to fetch dynamically imported module|^Unable to preload CSS/;

/** The fault inside a router error (see FaultError). */
export function carriedFault(error: unknown): Fault | undefined {
  return error instanceof Error && error.name === 'FaultError' && 'fault' in error
    ? (error.fault as Fault)
    : undefined;
}

/** Kind and code of an exception's fault. An HTTP status in `statusCode` is used, as in the framework. */
export function faultKindOf(error: unknown): Pick<Fault, 'kind' | 'code'> {
  const carried = carriedFault(error);
  if (carried) return { kind: carried.kind, code: carried.code };
  if (!(error instanceof Error)) return { kind: 'script' };
  if (PART_MISSING.test(error.message)) return { kind: 'load', code: 'ERR_FAILED' };
  const status = 'statusCode' in error && Number.isInteger(error.statusCode) ? Number(error.statusCode) : 0;
  return status >= 400 && status <= 599 ? { kind: 'http', code: status } : { kind: 'script' };
}

/** Whether to report it: not a missing page, nor a server that refuses or is away: these are no failures of the app. */
export function isReported(error: unknown): boolean {
  const { kind, code } = carriedFault(error) ?? {};
  if (kind === 'data') return code === undefined;
  return typeof code !== 'number' || code >= 500;
}

export const textOfThrown = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)) : `Thrown: ${String(error)}`;

/** What the report of a fault says of it, with the same tags as main's reports. */
export const saidOf = (
  { kind, code }: Pick<Fault, 'kind' | 'code'>,
  more: object = { url: location.pathname + location.search },
) => ({ tags: tagsOf({ kind, code }), contexts: { fault: { kind, code, ...more } } });
