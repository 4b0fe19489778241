/** How the page's own failures become faults. */
import {
  type Fault,
  type FaultStatus,
  httpFault,
  MAX_FAULT_DETAIL,
  partFault,
  scriptFault,
} from '../../electron/shared/fault.ts';
import { helpFor } from '../../electron/shared/help.ts';

/** Thrown by a loader: the router shows the error page with the fault. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly fault: Fault;
  /** The http(s) address that the server names instead of the page. */
  readonly link: string | undefined;

  constructor(fault: Fault, link?: string) {
    super(fault.detail ?? fault.title);
    this.fault = fault;
    this.link = link;
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

/** How Chromium and Vite say that a part of the page's code, or its styles, did not come. */
const PART_MISSING = /^Failed to fetch dynamically imported module|^Unable to preload CSS/;

/**
 * The fault of a path that no page answers: 400 where its percent-encoding is malformed, otherwise 404.
 * @param url path and query, `/` first
 * @param at milliseconds since the epoch
 */
export function pathFault(url: string, at: number): Fault {
  try {
    decodeURIComponent(url.replace(/[?#].*/s, ''));
  } catch {
    return httpFault(400, url, at, `The path is not valid percent-encoding: ${url}`);
  }
  return httpFault(404, url, at);
}

/**
 * The fault of an exception in the page. The router's errors bring theirs. An error that carries an HTTP status as
 * `statusCode` shows that status, as the framework does; any other has no code.
 */
export function errorFault(error: unknown, url: string, at: number): Fault {
  const text = error instanceof Error ? (error.stack ?? String(error)) : `Thrown: ${String(error)}`;
  const detail = text.slice(0, MAX_FAULT_DETAIL);
  if (!(error instanceof Error)) return scriptFault(detail, url, at);
  if (error instanceof FaultError) return error.fault;
  if (PART_MISSING.test(error.message)) return partFault(detail, url, at);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  return isErrorStatus(status) ? httpFault(status, url, at, detail) : scriptFault(detail, url, at);
}

function isErrorStatus(status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;
}

/** What a document says as JSON of the fault that it shows; JSON that cannot be read is a fault of its own. */
export function parseStatus(json: string, url: string, at: number): FaultStatus {
  try {
    return JSON.parse(json) as FaultStatus;
  } catch (error) {
    const detail = `The document's own fault cannot be read (${String(error)}): ${json}`;
    const fault = scriptFault(detail, url, at);
    return { fault, retry: { automatic: false }, ask: false, help: helpFor(fault) };
  }
}
