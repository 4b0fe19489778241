/** Why requests to the server of a build got no answer: the worker, which learns only that they failed, asks. */
import type { Session } from 'electron';
import { textResponse } from '../../common/message.ts';
import { SITE_PATHS } from '../../shared/site.ts';
import { watchFailed } from '../app/requests.ts';
import type { Handler } from '../protocol/handler.ts';

/** The most addresses whose failure is remembered. */
const MOST = 100;
/** By address: Chromium's name for its last failure, or the status and target of a redirect. */
const last = new Map<string, string>();

/** Notes them from now on. @param namedError returns a name that says more than Chromium's */
export function followFailures(session: Session, origin: string, namedError: (name: string) => string): void {
  const note = (url: string, why: string) => {
    if (last.size >= MOST) last.clear();
    last.set(url, why);
  };
  watchFailed(session, ({ url, error }) => {
    if (url.startsWith(`${origin}/`)) note(url, namedError(error.replace('net::', '')));
  });
  session.webRequest.onBeforeRedirect({ urls: [`${origin}/*`] }, ({ url, statusCode, redirectURL }) => {
    if (!redirectURL.startsWith(`${origin}/`)) note(url, `${statusCode} ${redirectURL}`);
  });
}

/** Tells the worker. */
export const tellFailure: Handler = ({ url }, path) => {
  if (path !== SITE_PATHS.failure) return undefined;
  const asked = decodeURIComponent(new URL(url).search.slice(1));
  return textResponse(200, 'text/plain', last.get(asked) ?? '');
};
