/** Makes WebSockets to the paths of `proxy` look like those of the server's own page, as other requests there do. */
import { session } from 'electron';
import { changeRequestHeaders } from '../app/requestHeaders.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import type { Routes } from './paths.policy.ts';

/**
 * Gives each WebSocket that a page or worker of the app opens to a listed path the server's own origin and the cookies of
 * the app's session. Chromium itself sends `app://shell` and no cookies, which servers refuse. Chromium sets `Origin`, so
 * a frame of another server cannot pass for the app. Call it before Electron is ready.
 */
export function carrySession({ pathAt }: Pick<Routes, 'pathAt'>): void {
  changeRequestHeaders((headers, { url }) => {
    if (headers.Origin !== APP_ORIGIN || !/^wss?:/.test(url)) return headers;
    const address = new URL(url.replace(/^ws/, 'http'));
    if (pathAt(address) === undefined) return headers;
    return withCookies({ ...headers, Origin: address.origin }, address.href);
  });
}

/** @param url with http or https, as cookies require */
async function withCookies(headers: Record<string, string>, url: string): Promise<Record<string, string>> {
  const cookies = await session.defaultSession.cookies.get({ url });
  const text = cookies.map(({ name, value }) => (name === '' ? value : `${name}=${value}`)).join('; ');
  return text === '' ? headers : { ...headers, Cookie: text };
}
