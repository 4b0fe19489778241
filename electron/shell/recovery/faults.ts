/** Turns Electron's and Node's failure events into faults. `url` is the path of the app's page. */
import type { Details, RenderProcessGoneDetails } from 'electron';
import { log } from '../../common/log.ts';
import { redactHere } from '../../common/redactHere.ts';
import { bootFault, type Fault, faultOf, httpFault, loadFault } from '../../shared/fault.ts';
import { titleOf } from '../../shared/faultText.ts';

/** Converts an address to a fault's `url`: path and query, without origin and fragment; `/` if it is invalid. */
export function pathOf(address: string): string {
  const url = URL.parse(address);
  return url?.pathname.startsWith('/') ? url.pathname + url.search : '/';
}

/** Where a page is: like `pathOf`, plus the fragment, in which some apps keep their state. */
export const placeOf = (address: string): string => pathOf(address) + (URL.parse(address)?.hash ?? '');

/** `did-fail-load` of a main frame. @param description the error's name, if Chromium has one */
export function failedLoad(errorCode: number, description: string, url: string): Fault | undefined {
  // ERR_ABORTED: the load was replaced or stopped on purpose.
  if (errorCode === -3) return undefined;
  const name = /\bERR_\w+/.exec(description)?.[0] ?? 'ERR_FAILED';
  return loadFault(name, url, Date.now(), `${name} (${errorCode})`);
}

/** The server of the page at `url` led to an address that must not be shown. */
export function redirectRefused(to: string, url: string): Fault {
  const host = /^https?:\/\/[^/?#]*/.exec(to)?.[0];
  const detail = host ? `${host}; signInHosts does not list it` : (URL.parse(to)?.protocol ?? 'no address');
  const fault = loadFault('ERR_INVALID_REDIRECT', url, Date.now(), `the server led to ${detail}`);
  return host ? { ...fault, link: to } : fault;
}

/** `did-navigate`: a fault for a status of 400 or more. Electron sets -1 if there is no status. */
export function navigated(url: string, status: number, text: string): Fault | undefined {
  return status < 400 ? undefined : httpFault(status, url, Date.now(), redactHere(text));
}

/** `render-process-gone`. Every reason is a fault: the window is blank after a clean exit too. */
export const rendererGone = (details: RenderProcessGoneDetails, url: string): Fault =>
  gone('renderer', details, url);

/** `child-process-gone`: a fault only for the graphics and network processes. */
export function childGone(details: Details, url: string): Fault | undefined {
  const isNetwork = details.serviceName === 'network.mojom.NetworkService';
  if ((details.type !== 'GPU' && !isNetwork) || details.reason === 'clean-exit') return undefined;
  if (isNetwork) return { ...gone('network', details, url), subject: 'network' };
  return { ...gone('GPU', details, url), subject: 'graphics' };
}

const gone = (process: string, { reason, exitCode }: { reason: string; exitCode: number }, url: string) =>
  faultOf('crash', reason, url, Date.now(), `${process} process gone: ${reason}, exit code ${exitCode}`);

/** `preload-error`: without its preload a page can never report ready. */
export function preloadFailed(preloadPath: string, error: unknown, url: string): Fault {
  const detail = redactHere(`${preloadPath}\n${stackOf(error)}`);
  return bootFault(url, Date.now(), detail, 'preload-error');
}

/** `uncaughtException` or `unhandledRejection` in main, or an error that main caught but cannot handle. */
export function mainFailed(origin: 'uncaughtException' | 'unhandledRejection', error: unknown): Fault {
  return faultOf('main', systemCode(error) ?? origin, '/', Date.now(), redactHere(stackOf(error)));
}

/** An exception in the app's own main code. @param what the handler's name, or the step of the start, such as `ready` */
export function appCodeFailed(code: 'EXTENSION_FAILED' | 'HANDLER_FAILED', what: string, error: unknown) {
  return faultOf('main', code, '/', Date.now(), redactHere(`${what}: ${stackOf(error)}`));
}

export const logFault = (fault: Fault): void => log(`${titleOf(fault)}. ${fault.detail}`);

/** Returns the code of a system error, such as `EACCES`. */
function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? code : undefined;
}

/**
 * The stack and its causes, without fields that an error carries: a request's may be what the user typed. Any value can be
 * thrown, also one that throws when it is read.
 */
function stackOf(error: unknown, causes = 3): string {
  try {
    if (!(error instanceof Error))
      return typeof error === 'object' ? `${JSON.stringify(error)}` : String(error);
    const stack = error.stack ?? String(error);
    return error.cause === undefined || causes === 0
      ? stack
      : `${stack}\nCause: ${stackOf(error.cause, causes - 1)}`;
  } catch {
    return `a value of type ${typeof error} that cannot be converted to text`;
  }
}
