/** Why requests to the server of a build got no answer: the worker, which learns only that they failed, asks. */
import type { Session } from 'electron';
import { textResponse } from '../../common/message.ts';
import { SITE_PATHS } from '../../shared/site.ts';
import { watchFailed } from '../app/requests.ts';
import type { Handler } from '../protocol/handler.ts';

/** The most addresses whose failure is remembered. */
const MOST = 100;

export class Failures {
  /** By address: Chromium's name for its last failure, or the status and target of a redirect. */
  readonly #last = new Map<string, string>();

  /**
   * Notes them from now on.
   * @param namedError returns a name that says more than Chromium's
   */
  follow(session: Session, origin: string, namedError: (name: string) => string): void {
    watchFailed(session, ({ url, error }) => {
      if (url.startsWith(`${origin}/`)) this.#note(url, namedError(error.replace('net::', '')));
    });
    const urls = [`${origin}/*`];
    session.webRequest.onBeforeRedirect({ urls }, ({ url, statusCode, redirectURL }) => {
      if (!redirectURL.startsWith(`${origin}/`)) this.#note(url, `${statusCode} ${redirectURL}`);
    });
  }

  #note(url: string, why: string): void {
    this.#last.delete(url);
    this.#last.set(url, why);
    const [oldest = ''] = this.#last.keys();
    if (this.#last.size > MOST) this.#last.delete(oldest);
  }

  /** Tells the worker. */
  readonly handler: Handler = ({ url }, path) => {
    if (path !== SITE_PATHS.failure) return undefined;
    const asked = decodeURIComponent(new URL(url).search.slice(1));
    return textResponse(200, 'text/plain', this.#last.get(asked) ?? '');
  };
}
