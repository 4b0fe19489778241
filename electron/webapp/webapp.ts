/** What pages request from the web app through main: page data, images and its API. */
import { lookup } from 'node:dns/promises';
import { join } from 'node:path';
import { app, session } from 'electron';
import { request } from '../network/authentication.ts';
import { withCertificate } from '../network/clientCertificate.ts';
import { wantsDocument } from '../protocol/errorPage.ts';
import type { Handler } from '../protocol/handler.ts';
import type { Settings } from '../settings/settings.ts';
import { apiHandler } from './api.ts';
import type { Fetch } from './data/answer.ts';
import { createDataHandler } from './data/handler.ts';
import { fetchUnfollowed } from './fetchUnfollowed.ts';
import { createImageHandler } from './images/handler.ts';

/** @param userData the folder in which answers are kept for when the web app cannot be reached */
export function setupWebApp(settings: Settings, userData: string, onError: (error: unknown) => void) {
  const { origin, buildId, imageHosts, imageSvg, savePrivate = false, dataTimeout } = settings;
  const fetchWith =
    (more: { credentials?: 'include' }): Fetch =>
    (url, init) =>
      withCertificate(url, () =>
        fetchUnfollowed((options) => request({ ...options, ...more }, true), url, init),
      );
  const common = { origin, onError, now: Date.now };
  const data = createDataHandler({
    ...common,
    buildId,
    savePrivate,
    signIn: settings,
    signedOut: () => void forgetPerson().catch(onError),
    directory: join(userData, 'page-data'),
    fetch: fetchWith({ credentials: 'include' }),
    ...(dataTimeout && { limits: { wait: dataTimeout * 1000 } }),
  });
  const parts = [
    data,
    createImageHandler({
      ...common,
      hosts: imageHosts,
      allowSvg: imageSvg,
      directory: join(userData, 'images'),
      fetch: fetchWith({}),
      resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    }),
  ];
  const forget = async () => void (await Promise.all(parts.map((part) => part.forget())));
  // What is saved otherwise is the same for everybody.
  const forgetPerson = savePrivate ? forget : () => Promise.resolve();
  if (savePrivate) {
    void app.whenReady().then(() =>
      session.defaultSession.cookies.on('changed', (_event, _cookie, cause) => {
        // The server has removed it, as it does when a person signs out.
        if (cause === 'expired-overwrite') forget().catch(onError);
      }),
    );
  }
  return {
    fixed: data.fixed,
    routes: parts.map(({ handler }) => forPagesOnly(handler)),
    /** Sees every method. */
    api: forPagesOnly(apiHandler(settings, forgetPerson), false),
    /** Removes every saved answer and image from the disk, as when a user signs out. Rejects if one is left. */
    forget,
  };
}

/** Opened as a page, such an address is a 404 rather than raw data. @param otherwise as for `wantsDocument` */
function forPagesOnly(handler: Handler, otherwise = true): Handler {
  return (request, path) => (wantsDocument(request, otherwise) ? undefined : handler(request, path));
}
