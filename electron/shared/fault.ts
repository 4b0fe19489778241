/** What went wrong, in the one shape for pages, recovery and reports. */
import { loadError } from './loadErrors.ts';
import type * as TEXTS from './texts.ts';

/**
 * `http` an answer with a status; `load` a Chromium network error; `script` an exception in the page;
 * `crash` a process that is gone; `hang` a page that does not answer; `data` page data that failed;
 * `main` an exception in the main process; `boot` a page that never said that it is ready, or is of no use.
 */
export type FaultKind = 'http' | 'load' | 'script' | 'crash' | 'hang' | 'data' | 'main' | 'boot';

export interface Fault {
  /** 32 hexadecimal digits, made once with the fault. */
  id: string;
  kind: FaultKind;
  /** An HTTP status, a Chromium error name such as `ERR_CONNECTION_REFUSED`, or a crash reason. */
  code?: number | string;
  /** What it is about, where kind and code do not tell. */
  subject?: Subject;
  /** Technical text for support; never the main text. */
  detail?: string;
  /** The path that was requested, `/` first, without origin. */
  url: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** The id of its report, once that is on disk. */
  reportId?: string;
  /** Whether trying again can help. */
  retryable: boolean;
  /** For how long the server wants no further request, in milliseconds from `at`. */
  retryAfter?: number;
  /** The disk with the app's files is full, which may be the cause. */
  diskFull?: true;
  /** The app has no pages at all, and whether it is installed. */
  noPages?: 'development' | 'packaged';
}

/** A part of the page's code; a process of Chromium; a file or key of the settings. */
type Subject = 'part' | 'graphics' | 'network' | 'setting';

/** Whether the app tries again by itself, and if known when, in milliseconds since the epoch. */
export interface RetryPlan {
  automatic: boolean;
  at?: number;
}

/** What the error page offers under More help: see help.ts. */
export type Help = keyof typeof TEXTS.errorPage.help;

/** A fault and what main does about it, for the page; each status replaces the one before. */
export interface FaultStatus {
  /** With the id of its report, once that is on disk. */
  fault: Fault;
  retry: RetryPlan;
  /** Whether to ask the user if reports may be sent. */
  ask: boolean;
  help: readonly Help[];
}

export function makeFault(fault: Omit<Fault, 'id'>): Fault {
  return { id: crypto.randomUUID().replaceAll('-', ''), ...fault };
}

/** Whether the app tries again by itself: only what did not come, and may come later. */
export function isRetried({ kind, code, retryable }: Pick<Fault, 'kind' | 'code' | 'retryable'>): boolean {
  const isOfNetwork = kind === 'http' || kind === 'load' || kind === 'data';
  return retryable && isOfNetwork && !loadError(String(code)).isForUser;
}

/** Makes a fault; absent properties stay absent. */
function made(
  kind: FaultKind,
  code: Fault['code'],
  url: string,
  at: number,
  detail?: string,
  retryable = true,
): Fault {
  const known = { ...(code !== undefined && { code }), ...(detail && { detail }) };
  return makeFault({ kind, ...known, url, at, retryable });
}

/** A fault for an HTTP status. 5xx, 408 and 429 are worth another try; other 4xx will fail again. */
export function httpFault(status: number, url: string, at: number, detail?: string): Fault {
  return made('http', status, url, at, detail, status >= 500 || status === 408 || status === 429);
}

/** A fault for an exception in the page: it has no code. */
export function scriptFault(detail: string, url: string, at: number): Fault {
  return made('script', undefined, url, at, detail);
}

/** A fault for a load that failed with a Chromium error name such as `ERR_CONNECTION_REFUSED`. */
export function loadFault(name: string, url: string, at: number, detail?: string): Fault {
  return made('load', name, url, at, detail, loadError(name).retryable);
}

/** A fault for a lazily loaded part of the page's code that did not come. */
export function partFault(detail: string, url: string, at: number): Fault {
  return { ...loadFault('ERR_FAILED', url, at, detail), subject: 'part' };
}

/** A fault for page data that did not come, or cannot be used. */
export function dataFault(url: string, at: number, detail: string, code?: string): Fault {
  return made('data', code, url, at, detail);
}

/** A fault for a process that is gone. `reason` is Electron's, such as `crashed`, `oom` or `killed`. */
export function crashFault(reason: string, url: string, at: number, detail?: string): Fault {
  return made('crash', reason, url, at, detail);
}

/** A fault for a page that does not answer. */
export function hangFault(url: string, at: number, detail?: string): Fault {
  return made('hang', 'unresponsive', url, at, detail);
}

/**
 * `not-ready`: the page never said that it is ready; `preload-error`: with the reason; `unresponsive`: nor does it answer;
 * `blank`: it has nothing to see; `loop`: it loads again and again, and nobody asked for it.
 */
export type BootCode = 'not-ready' | 'preload-error' | 'unresponsive' | 'blank' | 'loop';

/** A fault for a page that did not start, or came and is of no use. */
export function bootFault(url: string, at: number, detail?: string, code: BootCode = 'not-ready'): Fault {
  return made('boot', code, url, at, detail);
}

/** A fault in the main process. `code` is a system error such as `ENOSPC`, or Node's name for the event. */
export function mainFault(code: string, url: string, at: number, detail?: string): Fault {
  return made('main', code, url, at, detail);
}

/** Whether the app failed: a page that does not exist, or a wrong request, is no failure. */
export function isFailure({ kind, code }: Fault): boolean {
  return kind !== 'http' || typeof code !== 'number' || code >= 500;
}
