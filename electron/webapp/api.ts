/** Forwards requests of the app's own pages to the web app's servers, for the paths listed in the settings. */
import type { ClientRequest } from 'electron';
import { chunkedUploads, markHandled } from '../app/raisedErrors.ts';
import { request as makeRequest } from '../network/authentication.ts';
import { isAsking } from '../network/form.ts';
import { responseTo } from '../network/responseTo.ts';
import type { Handler } from '../protocol/handler.ts';
import { type AppRequest, type AppResponse, StatusError, textResponse } from '../protocol/message.ts';
import { pathsOf, type ServerSettings } from '../settings/proxy.ts';
import { ERROR_HEADER } from '../shared/pageData.ts';
import { isSignIn, type SignInSettings } from '../signIn/signIn.policy.ts';
import { returnedHeaders } from './headers.policy.ts';
import { followed, shown } from './navigation.ts';
import { isAmbiguous, matchesPath, type Routes } from './paths.policy.ts';
import { NET_ERRORS, netErrorOf } from './server.ts';

/** Headers of a single connection, or of the browser itself: Chromium sets its own for the server. */
const NOT_SENT =
  /^(?:host|connection|content-length|cookie|origin|referer|user-agent|te|trailer|transfer-encoding|upgrade|(?:sec|proxy)-.*)$/;
type ApiSettings = SignInSettings & ServerSettings & { responseTimeout?: number };

/**
 * From this size on, in bytes, main sends a body in chunks as it arrives. Main collects a smaller one first: it is sent
 * with its length, as by a browser, and sent again after a redirect that keeps the method, or if the server closes a
 * kept connection just then. Electron holds it four times over for a moment.
 */
const STREAMED = 50_000_000;

/** Default wait for a response, in seconds: the same as Firefox's. */
const RESPONSE_TIMEOUT = 300;

/**
 * The handler for `settings.proxy`: every method, bodies streamed both ways, the session's cookies. Redirects are
 * followed within the listed paths. A write that redirects to another page of the server ends there, with 204. If main
 * refuses a request, or the response is late, the page gets a status with a line of text that `fetch` can read. If the
 * server cannot be reached, the request fails as in a browser. A form or link of a page (`isPage`) gets an error page.
 * @param forget removes what is saved for a person, because another may be signed in now. Called before the response to
 *   a write that sets a cookie or redirects, because Electron does not say which cookies a redirect sets. A session
 *   that is only extended looks the same.
 */
export function apiHandler(
  settings: ApiSettings,
  routes: Routes,
  forget: () => Promise<void>,
): (request: AppRequest, path: string, isPage?: boolean) => ReturnType<Handler> {
  const listed = pathsOf(settings.proxy);
  return (request, path, isPage = false) => {
    if (!matchesPath(listed, path)) return undefined;
    if (isAmbiguous(path))
      return failed(400, 'BAD_PATH', 'Some servers may read this path as a different one.');
    const address = routes.addressAt(path);
    if (address === undefined)
      return failed(503, 'NO_ORIGIN', 'The setting "origin" does not name a server.');
    const [query = ''] = /\?.*/s.exec(request.url) ?? [];
    const url = new URL(address + query);
    const answer = pass(request, url, isPage, settings, routes, forget).catch((error: unknown) => {
      if (error instanceof StatusError) throw error;
      const code = request.signal?.aborted ? 'ERR_ABORTED' : netErrorOf(error);
      const why = code === 'ERR_FAILED' ? String(error) : 'The server cannot be reached.';
      return {
        ...failed(503, code, why),
        ...(!isPage && { error: NET_ERRORS[code] ?? NET_ERRORS.ERR_FAILED }),
      };
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
  { pathAt }: Routes,
  forget: () => Promise<void>,
): Promise<AppResponse> {
  const { method } = request;
  const writes = isWrite(request);
  const sent = makeRequest(
    {
      ...{ method, url: url.href, redirect: 'manual', credentials: 'include', cache: 'no-store' },
      // As if from a page of the server.
      origin: url.origin,
      headers: isPage ? {} : { 'Sec-Fetch-Mode': 'cors' },
    },
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
  const response = responseTo(sent, request.signal, (status, location) => {
    if (isSignIn(location, settings)) return failed(401, 'SIGN_IN', 'The server requires a sign-in.');
    const target = new URL(location);
    const { origin, pathname } = target;
    const isOwn = origin === url.origin && !isAmbiguous(pathname);
    const path = pathAt(target);
    const isListed = isOwn && path !== undefined;
    // The window follows the redirect: the build may have a page for it. Only main can send a form again.
    const isFollowed = isListed && !(isPage && (!writes || status <= 303));
    // Chromium's network process crashes if it has to resend a chunked body (Electron 33.2.1).
    if (isFollowed && sent.chunkedEncoding && status > 303)
      return failed(502, 'ERR_UNSAFE_REDIRECT', 'The server redirects an upload that cannot be sent again.');
    if (isFollowed) return undefined;
    const isHome = origin === settings.origin;
    if (isPage) return followed(status, target, writes, path ?? (isHome ? pathname : undefined));
    if (isOwn && writes && status <= 303) return { status: 204, headers: {}, body: null };
    return failed(502, 'ERR_UNSAFE_REDIRECT', `The server redirects to ${origin}${isOwn ? pathname : ''}.`);
  });
  const late = Promise.withResolvers<AppResponse>();
  const { responseTimeout: limit = RESPONSE_TIMEOUT } = settings;
  let isServersTurn = false;
  const timer = setTimeout(() => {
    // The server cannot answer before the user has signed in either.
    if (!isServersTurn || isAsking()) return void timer.refresh();
    late.resolve(failed(504, 'ERR_TIMED_OUT', `The server did not answer within ${limit} s.`));
    sent.abort();
  }, limit * 1000);
  const sending = send(sent, request, (isNow) => {
    isServersTurn = isNow;
    timer.refresh();
  });
  sending.catch(() => sent.abort());
  const { status, headers, body } = await Promise.race([
    late.promise,
    response,
    sending.then(() => response),
  ]).finally(() => clearTimeout(timer));
  await forgotten;
  return { status, headers: returnedHeaders(headers), body };
}

/**
 * Sends a request with its body. Rejects if either breaks off.
 * @param serversTurn called with whether the server has to act now: read a part of the body, or answer
 */
async function send(
  sent: ClientRequest,
  { body, isStream }: AppRequest,
  serversTurn: (isNow: boolean) => void,
): Promise<void> {
  const collected: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    // Electron cannot end a chunked request without chunks, and never finishes writing an empty one.
    if (chunk.length === 0) continue;
    size += chunk.length;
    collected.push(chunk);
    if (!isStream && size < STREAMED) continue;
    if (!sent.chunkedEncoding) {
      sent.chunkedEncoding = true;
      chunkedUploads.add(sent);
      sent.once('close', () => chunkedUploads.delete(sent));
    }
    serversTurn(true);
    for (const part of collected.splice(0)) await write(sent, part);
    serversTurn(false);
  }
  if (collected.length > 0) await write(sent, Buffer.concat(collected));
  sent.end();
  serversTurn(true);
}

function write(sent: ClientRequest, { buffer, byteOffset, length }: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    // Electron does not report the first write of a request that has ended.
    const onClose = () => reject(new Error('The request has ended.'));
    sent.once('close', onClose);
    // The type lacks the error.
    const onWritten = (error?: Error | null) => {
      sent.off('close', onClose);
      if (!error) return resolve();
      markHandled(error);
      reject(error);
    };
    sent.write(Buffer.from(buffer, byteOffset, length), undefined, onWritten);
  });
}

function failed(status: number, code: string, message: string): AppResponse {
  return textResponse(status, 'text/plain', `${code}: ${message}\n`, { [ERROR_HEADER]: code });
}
