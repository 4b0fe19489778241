/** Interprets a response of the page-data endpoint. Pure. The rules are the framework's, with its bugs fixed. */
import { dataFault, type Fault, httpFault } from '../../electron/shared/fault.ts';
import { ERROR_HEADER, parseObject } from '../../electron/shared/pageData.ts';
import { readRetryAfter } from '../../electron/shared/retryAfter.ts';

/** Schemes for which Chromium asks main. */
const CHALLENGE = /(?:^|,\s*)(?:basic|digest|ntlm|negotiate)\b/i;

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

export type Outcome =
  | { kind: 'props'; pageProps: unknown }
  | { kind: 'notFound' }
  /** `to` is a path of the app or, if `external`, an http(s) address. */
  | { kind: 'redirect'; to: string; external: boolean; status: number }
  | { kind: 'fault'; fault: Fault };

/** Whether to try again: only after a 5xx from the server itself, never if it was not reached. */
export function mayRetry({ status, headers }: Pick<Answer, 'status' | 'headers'>): boolean {
  // A server that names a time wants no requests before it.
  return status >= 500 && !headers.has(ERROR_HEADER) && !headers.has('retry-after');
}

/** @param url path and query of the page, for a fault @param at milliseconds since the epoch */
export function readAnswer(answer: Answer, url: string, at: number): Outcome {
  const { status, headers, body } = answer;
  const unreached = headers.get(ERROR_HEADER);
  if (unreached) return { kind: 'fault', fault: dataFault(url, at, body, unreached) };

  const location = headers.get('x-nextjs-redirect');
  if (location) return readRedirect(location, status, url, at);

  const json = parseObject(body);
  if (status === 404 && json?.notFound) return { kind: 'notFound' };
  const retryAfter = readRetryAfter(headers.get('retry-after'), at);
  if (status < 200 || status > 299) {
    const fault = httpFault(status, url, at, 'Failed to load static props');
    const signIn = status === 401 && CHALLENGE.test(headers.get('www-authenticate') ?? '');
    return { kind: 'fault', fault: { ...fault, retryAfter, ...(signIn && { signIn }) } };
  }

  const pageProps = json?.pageProps;
  if (typeof pageProps !== 'object' || pageProps === null) {
    const detail = `The answer is not page data (JSON with pageProps): ${body.slice(0, 200)}`;
    return { kind: 'fault', fault: dataFault(url, at, detail) };
  }
  const { __N_REDIRECT: to, __N_REDIRECT_STATUS: redirect } = pageProps as Record<string, unknown>;
  if (typeof to === 'string') return readRedirect(to, Number(redirect) || 307, url, at);
  return { kind: 'props', pageProps };
}

/** Follows only paths of the app and http(s) addresses: `javascript:` would run in the app's own page. */
function readRedirect(to: string, status: number, url: string, at: number): Outcome {
  if (/^\/(?![/\\])/.test(to)) return { kind: 'redirect', to, external: false, status };
  if (/^https?:\/\//i.test(to) && URL.canParse(to)) return { kind: 'redirect', to, external: true, status };
  return { kind: 'fault', fault: dataFault(url, at, `The server redirects to an invalid address: ${to}`) };
}
