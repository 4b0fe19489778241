/**
 * A form that posts to a listed path, and a link to one: as in a browser, but the server's answer never becomes a
 * document of the app, where its scripts would have the bridge to main.
 */
import { type AppResponse, redirectTo, StatusError, textResponse } from '../protocol/message.ts';
import { knownStatus } from '../protocol/status.ts';
import { APP_ORIGIN } from '../shared/channels.ts';

/**
 * Returns where the server's redirect leads: to a page of the app, or out of it, which opens the browser.
 * @param path the path of the app's page; undefined if it is not one
 */
export function followed(
  status: number,
  { href, search, hash }: URL,
  isWrite: boolean,
  path: string | undefined,
): AppResponse {
  // The form would be sent again.
  if (isWrite && status > 303)
    return textResponse(502, 'text/plain', `The server redirects the form to ${href}.`);
  return redirectTo(path === undefined ? href : APP_ORIGIN + path + search + hash, 303);
}

/**
 * Decides what happens with the server's answer: a file is saved, a page of the server opens in the browser.
 * @param address the answer's address on the server
 * @throws StatusError for the error page
 */
export function shown(response: AppResponse, isWrite: boolean, address: string): AppResponse {
  const { status, headers, body } = response;
  if (status === 204 || status === 205 || (status === 303 && headers.location)) return response;
  const { 'content-disposition': disposition = '', 'content-type': type = '' } = headers;
  const isFile = /^\s*attachment/i.test(disposition) || !(isWrite || /^$|\b(?:x?html|xml)\b/i.test(type));
  if (status < 300 && isFile) {
    const saved = disposition.replace(/^[^;]*/, 'attachment');
    return { ...response, headers: { ...headers, 'content-disposition': saved } };
  }
  if (body && 'destroy' in body) body.destroy();
  if (status < 300 && !isWrite) return redirectTo(address, 303);
  const said = Buffer.isBuffer(body)
    ? body.toString().trim()
    : `The server answered with ${status}, ${type}.`;
  throw new StatusError(status < 400 ? 406 : knownStatus(status).status, said);
}
