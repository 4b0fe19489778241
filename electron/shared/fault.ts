/** What went wrong: the one shape that pages, recovery and reports share. */
import { loadError } from './loadErrors.ts';
import type * as TEXTS from './texts.ts';

/**
 * `http` an answer with a status; `load` a Chromium network error; `script` an exception in the page; `crash` a process
 * that ended; `hang` a page that does not answer; `data` page data that failed; `main` an exception in the main
 * process; `boot` a page that never reported ready, or shows nothing useful.
 */
export type FaultKind = 'http' | 'load' | 'script' | 'crash' | 'hang' | 'data' | 'main' | 'boot';

export interface Fault {
  /** 32 hexadecimal digits. */
  id: string;
  kind: FaultKind;
  /** An HTTP status, a Chromium error name such as `ERR_CONNECTION_REFUSED`, or a crash reason. */
  code?: number | string;
  /** What failed, if kind and code do not say: a part of the page's code, a Chromium process, a settings file or key. */
  subject?: 'part' | 'graphics' | 'network' | 'setting';
  /** Technical text for support; never the main text. */
  detail?: string;
  /** The requested path, starting with `/`, without origin. */
  url: string;
  at: number;
  /** Once the report is on disk. */
  reportId?: string;
  retryable: boolean;
  /** How long the server asks to wait before the next request, in milliseconds from `at`. */
  retryAfter?: number;
  /** The disk with the app's files is full, which may be the cause. */
  diskFull?: true;
  /** Whether another try asks the user to sign in. Otherwise a 401 only says that there is a sign-in somewhere. */
  signIn?: true;
  /** The http(s) address outside of the app to which the server leads instead. Only for the page: it may hold secrets. */
  link?: string;
  noPages?: true;
}

/** What the error page offers under More help (help.ts). */
export type Help = keyof typeof TEXTS.errorPage.help;

/** A fault and what main does about it, for the page. Each status replaces the previous one. */
export interface FaultStatus {
  fault: Fault;
  /** When the app tries again by itself, in milliseconds since the epoch; null if it does not, or if that is not known yet. */
  retryAt: number | null;
  ask: boolean;
  help: readonly Help[];
}

/** What an uncaught error was: any error, a part of the page's code that failed to load, or its first data. */
export interface Thrown {
  kind: 'script' | 'load' | 'data';
  /** Of data: the server's status, or a Chromium error name. */
  code?: number | string | undefined;
  detail: string;
}

/** Whether the app tries again by itself: only if something did not arrive and may arrive later. */
export function isRetried({ kind, code, retryable }: Pick<Fault, 'kind' | 'code' | 'retryable'>): boolean {
  const isOfNetwork = kind === 'http' || kind === 'load' || kind === 'data';
  return retryable && isOfNetwork && !loadError(String(code)).isForUser;
}

/** `code` as the table of .github/faults.md has it: of a crash Electron's reason, of main a system error or Node's event name. */
export function faultOf(
  kind: FaultKind,
  code: Fault['code'],
  url: string,
  at: number,
  detail?: string,
  retryable = true,
): Fault {
  const known = { ...(code !== undefined && { code }), ...(detail && { detail }) };
  return { id: crypto.randomUUID().replaceAll('-', ''), kind, ...known, url, at, retryable };
}

/** A fault for an HTTP status. 5xx, 408 and 429 can be retried; other 4xx will fail again. */
export const httpFault = (status: number, url: string, at: number, detail?: string): Fault =>
  faultOf('http', status, url, at, detail, status >= 500 || status === 408 || status === 429);

export const scriptFault = (detail: string, url: string, at: number): Fault =>
  faultOf('script', undefined, url, at, detail);

/** A fault for a load that failed with a Chromium error name, such as `ERR_CONNECTION_REFUSED`. */
export const loadFault = (name: string, url: string, at: number, detail?: string): Fault =>
  faultOf('load', name, url, at, detail, loadError(name).retryable);

export function partFault(detail: string, url: string, at: number): Fault {
  return { ...loadFault('ERR_FAILED', url, at, detail), subject: 'part' };
}

export const dataFault = (url: string, at: number, detail: string, code?: string): Fault =>
  faultOf('data', code, url, at, detail);

export function faultOfThrown({ kind, code, detail }: Thrown, url: string, at: number): Fault {
  if (kind === 'load') return partFault(detail, url, at);
  if (kind === 'script') return scriptFault(detail, url, at);
  if (typeof code !== 'number') return dataFault(url, at, detail, code);
  // Whatever the status: nothing else is on the page, so main shows it and tries again.
  return { ...httpFault(code, url, at, detail), retryable: true };
}

/**
 * `not-ready`: the page never reported ready; `preload-error`: the same, with the reason; `unresponsive`: it does not
 * answer either; `blank`: it shows nothing; `loop`: it reloads again and again unasked.
 */
export type BootCode = 'not-ready' | 'preload-error' | 'unresponsive' | 'blank' | 'loop';

/** A fault for a page that did not start, or that loaded and is useless. */
export const bootFault = (url: string, at: number, detail?: string, code: BootCode = 'not-ready'): Fault =>
  faultOf('boot', code, url, at, detail);

/** Whether the app failed. A missing page or a wrong request is not a failure. */
export const isFailure = ({ kind, code }: Fault): boolean =>
  kind !== 'http' || typeof code !== 'number' || code >= 500;
