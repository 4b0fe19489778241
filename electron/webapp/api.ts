/** Forwards requests of the app's own pages to the web app's server, for the paths listed in the settings. */
import type { ClientRequest } from 'electron';
import { request as makeRequest } from '../network/authentication.ts';
import { responseTo } from '../network/responseTo.ts';
import type { Handler } from '../protocol/handler.ts';
import { type AppRequest, type AppResponse, StatusError, textResponse } from '../protocol/message.ts';
import { ERROR_HEADER } from '../shared/pageData.ts';
import { isSignIn, type SignInSettings } from '../signIn/signIn.policy.ts';
import { returnedHeaders } from './headers.policy.ts';
import { followed, shown } from './navigation.ts';
import { isAmbiguous, matchesPath } from './paths.policy.ts';
import { netErrorOf } from './server.ts';

/** Headers that belong to one connection or to the browser itself: Chromium makes its own for the server. */
const NOT_SENT =
  /^(?:host|connection|content-length|cookie|origin|referer|user-agent|te|trailer|transfer-encoding|upgrade|(?:sec|proxy)-.*)$/;
type ApiSettings = SignInSettings & { proxy?: readonly string[] };

/** From this size on, in bytes, a body is sent as it arrives instead of being collected in memory first. */
const STREAMED = 1_000_000;

/**
 * The handler for `settings.proxy`: every method, bodies streamed both ways, the session's cookies. Redirects are
 * followed within the listed paths. A write that redirects to another page of the server ends there, with 204. A failure
 * is a status with a line of text that `fetch` can read, never a page, unless it is a form or link of a page (`isPage`).
 * @param forget removes what is saved for a person, because another may be signed in now. Called before the response to
 *   a write that sets a cookie, or that redirects, as Electron does not say which cookies a redirect sets. A session
 *   that is only prolonged looks the same.
 */
export function apiHandler(
  settings: ApiSettings,
  forget: () => Promise<void>,
): (request: AppRequest, path: string, isPage?: boolean) => ReturnType<Handler> {
  const { origin, proxy = [] } = settings;
  return (request, path, isPage = false) => {
    if (!matchesPath(proxy, path)) return undefined;
    if (isAmbiguous(path)) return failed(400, 'BAD_PATH', 'A server may read this path as another.');
    if (origin === undefined) return failed(503, 'NO_ORIGIN', 'The setting "origin" names no server.');
    const { search } = new URL(request.url);
    const url = new URL(path + search, origin);
    const answer = pass(request, url, isPage, settings, forget).catch((error: unknown) => {
      if (error instanceof StatusError) throw error;
      const code = netErrorOf(error);
      return failed(503, code, code === 'ERR_FAILED' ? String(error) : 'The server cannot be reached.');
    });
    return isPage ? answer.then((response) => shown(response, isWrite(request), url.href)) : answer;
  };
}

const isWrite = ({ method }: AppRequest) => method !== 'GET' && method !== 'HEAD';

async function pass(
  request: AppRequest,
  url: URL,
  isPage: boolean,
  settings: ApiSettings,
  forget: () => Promise<void>,
): Promise<AppResponse> {
  const { method } = request;
  const writes = isWrite(request);
  const sent = makeRequest(
    { method, url: url.href, redirect: 'manual', credentials: 'include', cache: 'no-store' },
    true,
  );
  for (const [name, value] of Object.entries(request.headers))
    if (!NOT_SENT.test(name)) sent.setHeader(name, value);
  // Servers refuse a write from another origin; this one comes from the app itself.
  if (writes) sent.setHeader('Origin', url.origin);
  let forgotten: Promise<void> | undefined;
  const changed = () => {
    forgotten ??= forget();
  };
  if (writes) sent.on('redirect', changed);
  if (writes) sent.on('response', ({ headers }) => headers['set-cookie'] && changed());
  const response = responseTo(sent, undefined, (status, location) => {
    if (isSignIn(location, settings)) return failed(401, 'SIGN_IN', 'The server wants the user to sign in.');
    const { origin, pathname } = new URL(location);
    const isOwn = origin === url.origin && !isAmbiguous(pathname);
    const isListed = isOwn && matchesPath(settings.proxy ?? [], pathname);
    // The window goes on there itself, as the build may have a page for it. Only main can send a form once more.
    const isFollowed = isListed && !(isPage && (!writes || status <= 303));
    if (isFollowed) return undefined;
    if (isPage) return followed(status, location, writes, settings.origin);
    if (isOwn && writes && status <= 303) return { status: 204, headers: {}, body: null };
    return failed(502, 'ERR_UNSAFE_REDIRECT', `The server redirects to ${origin}${isOwn ? pathname : ''}.`);
  });
  const sending = send(sent, request);
  sending.catch(() => sent.abort());
  const { status, headers, body } = await Promise.race([response, sending.then(() => response)]);
  await forgotten;
  return { status, headers: returnedHeaders(headers), body };
}

async function send(sent: ClientRequest, request: AppRequest): Promise<void> {
  if (request.body) {
    sent.chunkedEncoding = Number(request.headers['content-length'] ?? STREAMED) >= STREAMED;
    for await (const chunk of request.body) {
      await new Promise<void>((resolve) => sent.write(Buffer.from(chunk), undefined, resolve));
    }
  }
  sent.end();
}

function failed(status: number, code: string, message: string): AppResponse {
  return textResponse(status, 'text/plain', `${code}: ${message}\n`, { [ERROR_HEADER]: code });
}
