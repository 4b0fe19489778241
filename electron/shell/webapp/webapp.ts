/** What pages that Holdfast has built request from the web app through main: page data and images. */
import { join } from 'node:path';
import { app, session } from 'electron';
import { fileResponse } from '../../common/files.ts';
import { log } from '../../common/log.ts';
import { resolvePath } from '../../common/path.ts';
import { allowPageData } from '../../shared/durations.ts';
import { request as makeRequest } from '../network/authentication.ts';
import { wantsDocument } from '../protocol/errorPage.ts';
import type { Handler } from '../protocol/handler.ts';
import type { Settings } from '../settings/settings.ts';
import { createDataHandler } from './data.ts';
import { createImageHandler } from './images.ts';
import { type Fetch, fetchUnfollowed } from './server.ts';

/**
 * @param userData the folder where responses are saved for when the web app cannot be reached
 * @param build the folder of the built pages
 */
export function setupWebApp(
  { origin, buildId, savePrivate = false, dataTimeout }: Settings,
  userData: string,
  build: string,
) {
  if (dataTimeout) allowPageData(dataTimeout * 1000);
  const fetch: Fetch = (url, init) => fetchUnfollowed((options) => makeRequest(options, true), url, init);
  const common = { origin, fetch, onError: log, now: Date.now };
  const data = createDataHandler({
    ...common,
    ...{ buildId, savePrivate },
    directory: join(userData, 'page-data'),
    ...(dataTimeout && { limits: { wait: dataTimeout * 1000 } }),
  });
  const images = createImageHandler({
    ...common,
    directory: join(userData, 'images'),
    buildFile: async (path) => fileResponse(build, resolvePath(path)),
  });
  const others: (() => Promise<void>)[] = [];
  const forget = async () =>
    void (await Promise.all([data.forget(), images.forget(), ...others.map((one) => one())]));
  if (savePrivate) {
    void app.whenReady().then(() =>
      session.defaultSession.cookies.on('changed', (_event, _cookie, cause, isRemoved) => {
        // Servers remove a cookie when a person signs out. A cookie that expires by itself removes no saved page.
        if (isRemoved && (cause === 'expired-overwrite' || cause === 'explicit')) forget().catch(log);
      }),
    );
  }
  const handler: Handler = (request, path) => {
    // A link with `download` is not a page.
    const isRead = /^(?:GET|HEAD)$/.test(request.method) && !wantsDocument(request, false);
    return isRead ? (data.handler(request, path) ?? images.handler(request, path)) : undefined;
  };
  return {
    handler,
    /** Removes every saved response and image from the disk, as when a user signs out. Rejects if any remains. */
    forget,
    /** Adds what else is removed then. */
    alsoForget: (one: () => Promise<void>) => void others.push(one),
  };
}
