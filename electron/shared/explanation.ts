/** Plain words under a fault's title, the same in the page, in the file without script and in a native dialog. */
import type { Fault } from './fault.ts';
import { loadError } from './loadErrors.ts';

/**
 * What happened, and what will be tried or what the person can do: two to four short sentences.
 * @param automatic whether the app tries again by itself; undefined while main has not said
 */
export function explanation(
  fault: Pick<Fault, 'kind' | 'code' | 'url' | 'retryable'>,
  automatic: boolean | undefined,
): string {
  return `${whatHappened(fault)} ${whatNow(fault, automatic)}`.trimEnd();
}

function whatNow(fault: Pick<Fault, 'kind' | 'url' | 'retryable'>, automatic: boolean | undefined): string {
  if (automatic) return 'Retrying automatically, and at once when the network is back.';
  if (!fault.retryable) {
    return fault.url === '/' ? 'Trying again will not help.' : 'Trying again will not help: go to the start.';
  }
  if (automatic === undefined) return '';
  if (fault.kind === 'hang') return 'Wait for it, or load it again.';
  return 'Choose Try again to load it once more.';
}

function whatHappened(fault: Pick<Fault, 'kind' | 'code'>): string {
  const { kind, code } = fault;
  switch (kind) {
    case 'http':
      return statusWords(Number(code));
    case 'load':
      return loadError(String(code)).words;
    case 'data':
      if (typeof code === 'number') return statusWords(code);
      return code === undefined
        ? 'The data of this page could not be loaded, or is not what the page understands.'
        : loadError(code).words;
    case 'script':
      return 'A part of this page failed. The rest of the app is not affected.';
    case 'crash':
      return CRASHES[String(code)] ?? 'The process that shows the page ended unexpectedly.';
    case 'hang':
      return 'The page is busy and has not answered for some time.';
    case 'boot':
      return 'The page was loaded, but did not finish starting.';
    case 'main':
      return MAIN[String(code)] ?? 'Something failed behind the page, in the main part of the app.';
    default:
      return kind satisfies never;
  }
}

function statusWords(status: number): string {
  if (status >= 500) return 'The server had a problem and could not answer.';
  return STATUSES[status] ?? 'The server did not accept the request.';
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'The address is not written in a way that can be understood.',
  401: 'The server wants a login for this page.',
  403: 'The server does not allow this page.',
  404: 'There is no page at this address.',
  405: 'This address does not take that kind of request.',
  408: 'The request took too long.',
  410: 'The page that was at this address is gone.',
  429: 'The server got too many requests.',
};

const CRASHES: Readonly<Record<string, string>> = {
  oom: 'The page needed more memory than there is.',
  'memory-eviction': 'The computer ran low on memory, and the page was stopped.',
  killed: 'The computer or a person ended the process that shows the page.',
  'launch-failed': 'The process that shows the page could not be started.',
  'integrity-failure': 'A file of the app is not as it was delivered. Installing the app again may help.',
};

const CANNOT_WRITE = 'The app may not read or write where it keeps its files.';
const WRONG_KIND = 'Something else is where the app keeps its files.';

const MAIN: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no room left where the app keeps its files.',
  EDQUOT: 'There is no room left where the app keeps its files.',
  EACCES: CANNOT_WRITE,
  EPERM: CANNOT_WRITE,
  EROFS: CANNOT_WRITE,
  ENOENT: 'A file that the app needs is not there. Installing the app again may help.',
  EISDIR: WRONG_KIND,
  ENOTDIR: WRONG_KIND,
  EEXIST: WRONG_KIND,
};
