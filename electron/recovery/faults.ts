/** Electron's and Node's failure events as faults. Each function takes an event's arguments and its time. */
import type { Details, RenderProcessGoneDetails } from 'electron';
import { redactHere } from '../app/redact.ts';
import {
  bootFault,
  crashFault,
  type Fault,
  hangFault,
  httpFault,
  loadFault,
  mainFault,
} from '../shared/fault.ts';
import * as TEXTS from '../shared/texts.ts';

/** An address as a fault's `url`: path and query, without origin and fragment; `/` for what is no address. */
export function pathOf(address: string): string {
  const url = URL.parse(address);
  return url?.pathname.startsWith('/') ? url.pathname + url.search : '/';
}

/** Chromium's number for a load that was replaced by another or stopped on purpose: not a failure. */
const ABORTED = -3;

/** Names for Chromium's numbers (net/base/net_error_list.h), for a description that is no error name. */
const NET_ERRORS: Readonly<Record<number, string>> = {
  [-2]: 'ERR_FAILED',
  [-6]: 'ERR_FILE_NOT_FOUND',
  [-7]: 'ERR_TIMED_OUT',
  [-10]: 'ERR_ACCESS_DENIED',
  [-20]: 'ERR_BLOCKED_BY_CLIENT',
  [-21]: 'ERR_NETWORK_CHANGED',
  [-27]: 'ERR_BLOCKED_BY_RESPONSE',
  [-100]: 'ERR_CONNECTION_CLOSED',
  [-101]: 'ERR_CONNECTION_RESET',
  [-102]: 'ERR_CONNECTION_REFUSED',
  [-103]: 'ERR_CONNECTION_ABORTED',
  [-104]: 'ERR_CONNECTION_FAILED',
  [-105]: 'ERR_NAME_NOT_RESOLVED',
  [-106]: 'ERR_INTERNET_DISCONNECTED',
  [-107]: 'ERR_SSL_PROTOCOL_ERROR',
  [-109]: 'ERR_ADDRESS_UNREACHABLE',
  [-111]: 'ERR_TUNNEL_CONNECTION_FAILED',
  [-118]: 'ERR_CONNECTION_TIMED_OUT',
  [-130]: 'ERR_PROXY_CONNECTION_FAILED',
  [-200]: 'ERR_CERT_COMMON_NAME_INVALID',
  [-201]: 'ERR_CERT_DATE_INVALID',
  [-202]: 'ERR_CERT_AUTHORITY_INVALID',
  [-300]: 'ERR_INVALID_URL',
  [-302]: 'ERR_UNKNOWN_URL_SCHEME',
  [-310]: 'ERR_TOO_MANY_REDIRECTS',
  [-324]: 'ERR_EMPTY_RESPONSE',
};

/**
 * `did-fail-load`: a fault for the main frame, none for a frame inside the page and for a load that was aborted.
 * Electron gives the error's name as the description; a message in front of it (`net::`) is left out.
 */
export function failedLoad(
  errorCode: number,
  errorDescription: string,
  validatedURL: string,
  isMainFrame: boolean,
  at: number,
): Fault | undefined {
  if (!isMainFrame || errorCode === ABORTED) return undefined;
  const name = /\bERR_\w+/.exec(errorDescription)?.[0] ?? NET_ERRORS[errorCode] ?? 'ERR_FAILED';
  return loadFault(name, pathOf(validatedURL), at, `${name} (${errorCode})`);
}

/** `did-navigate`: a fault for a status of 400 or more. Electron gives -1 for what has no status. */
export function navigated(
  url: string,
  httpResponseCode: number,
  httpStatusText: string,
  at: number,
): Fault | undefined {
  if (httpResponseCode < 400) return undefined;
  return httpFault(httpResponseCode, pathOf(url), at, redactHere(httpStatusText));
}

/** `render-process-gone`. Every reason is a fault: also after a clean exit the window shows nothing. */
export function rendererGone(details: RenderProcessGoneDetails, url: string, at: number): Fault {
  return crashFault(details.reason, pathOf(url), at, exitOf('renderer', details));
}

/** `child-process-gone`: a fault for the graphics process; Electron restarts the other kinds. */
export function childGone(details: Details, url: string, at: number): Fault | undefined {
  if (details.type !== 'GPU' || details.reason === 'clean-exit') return undefined;
  const fault = crashFault(details.reason, pathOf(url), at, exitOf('GPU', details));
  return { ...fault, title: TEXTS.fault.gpuTitle };
}

function exitOf(process: string, details: { reason: string; exitCode: number }): string {
  return `${process} process gone: ${details.reason}, exit code ${details.exitCode}`;
}

/** `unresponsive`. `samples` are the words of the sampled stacks, once there are some. */
export function unresponsive(url: string, at: number, samples?: string): Fault {
  return hangFault(pathOf(url), at, samples && redactHere(samples));
}

/** `preload-error`: without its preload the page has no bridge and can never say that it is ready. */
export function preloadFailed(preloadPath: string, error: unknown, url: string, at: number): Fault {
  const detail = redactHere(`${preloadPath}\n${stackOf(error)}`);
  return bootFault(pathOf(url), at, detail, 'preload-error');
}

/** `did-stop-loading`: the load ended, and neither a document came of it nor a failure. */
export function lostLoad(url: string, at: number): Fault {
  return loadFault('ERR_ABORTED', pathOf(url), at, 'the load ended without a document');
}

/** The watchdog: no document came within `waitedMs` milliseconds. */
export function neverCame(url: string, at: number, waitedMs: number): Fault {
  return loadFault('ERR_TIMED_OUT', pathOf(url), at, `no document ${waitedMs} ms after the load began`);
}

/** The watchdog: the page's data did not come within `waitedMs` milliseconds. */
export function noData(url: string, at: number, waitedMs: number): Fault {
  return loadFault('ERR_TIMED_OUT', pathOf(url), at, `no data ${waitedMs} ms after the page's code came`);
}

/** The watchdog: the page did not say that it is ready within `waitedMs` milliseconds. */
export function neverReady(url: string, at: number, waitedMs: number): Fault {
  return bootFault(pathOf(url), at, `not ready ${waitedMs} ms after the load began`);
}

/** `did-navigate`: the page left for an empty document, of which no listener is asked before (electron/electron#21136). */
export function wentBlank(address: string, url: string, at: number): Fault {
  return bootFault(pathOf(url), at, `the page went to ${redactHere(address)}`);
}

/** `uncaughtException` or `unhandledRejection` in main, or an error that main caught and cannot do without. */
export function mainFailed(
  origin: 'uncaughtException' | 'unhandledRejection',
  error: unknown,
  url: string,
  at: number,
): Fault {
  return mainFault(systemCode(error) ?? origin, pathOf(url), at, redactHere(stackOf(error)));
}

/** The code of a system error, such as `EACCES`. */
function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? code : undefined;
}

/** Anything can be thrown: also what has no stack, is its own cause, or throws again when it is made a string. */
function stackOf(error: unknown, causes = 3): string {
  try {
    if (!(error instanceof Error)) {
      return typeof error === 'object' ? `${JSON.stringify(error)}` : String(error);
    }
    const stack = error.stack ?? String(error);
    return error.cause === undefined || causes === 0
      ? stack
      : `${stack}\nCause: ${stackOf(error.cause, causes - 1)}`;
  } catch {
    return `a value of type ${typeof error} that cannot be written as text`;
  }
}
