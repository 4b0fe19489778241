/** What pages request from the web app through main: page data, images and its API. */
import { join } from 'node:path';
import { app, session } from 'electron';
import { log } from '../app/log.ts';
import { request as makeRequest } from '../network/authentication.ts';
import { wantsDocument } from '../protocol/errorPage.ts';
import { fileResponse } from '../protocol/files.ts';
import type { Handler } from '../protocol/handler.ts';
import { redirectTo } from '../protocol/message.ts';
import { resolvePath } from '../protocol/path.ts';
import { pathsOf } from '../settings/proxy.ts';
import type { Settings } from '../settings/settings.ts';
import { allowPageData } from '../shared/durations.ts';
import { takeTicket } from '../window/tickets.ts';
import { apiHandler } from './api.ts';
import { createDataHandler } from './data.ts';
import { createImageHandler } from './images.ts';
import { matchesPath, routesOf } from './paths.policy.ts';
import { type Fetch, fetchUnfollowed } from './server.ts';
import { carrySession } from './sockets.ts';

interface Folders {
  /** Where responses are saved for when the web app cannot be reached. */
  userData: string;
  /** The app's own build id, or the shell's. */
  build(): Promise<string>;
}

export function setupWebApp(settings: Settings, folders: Folders) {
  const { origin, buildId, savePrivate = false, dataTimeout } = settings;
  const routes = routesOf(settings);
  carrySession(routes);
  if (dataTimeout) allowPageData(dataTimeout * 1000);
  const fetchWith =
    (more: { credentials?: 'include' }): Fetch =>
    (url, init) =>
      fetchUnfollowed((options) => makeRequest({ ...options, ...more }, true), url, init);
  const common = { origin, onError: log, now: Date.now };
  const data = createDataHandler({
    ...common,
    buildId,
    savePrivate,
    signIn: settings,
    signedOut: () => void forgetPerson().catch(log),
    directory: join(folders.userData, 'page-data'),
    fetch: fetchWith({ credentials: 'include' }),
    ...(dataTimeout && { limits: { wait: dataTimeout * 1000 } }),
  });
  const images = createImageHandler({
    ...common,
    directory: join(folders.userData, 'images'),
    fetch: fetchWith({}),
    buildFile: async (path) => fileResponse(await folders.build(), resolvePath(path)),
  });
  const others: (() => Promise<void>)[] = [];
  const forget = async () =>
    void (await Promise.all([data.forget(), images.forget(), ...others.map((one) => one())]));
  // Everything else that is saved is the same for everybody.
  const forgetPerson = savePrivate ? forget : () => Promise.resolve();
  if (savePrivate) {
    void app.whenReady().then(() =>
      session.defaultSession.cookies.on('changed', (_event, _cookie, cause, isRemoved) => {
        // Servers remove a cookie when a person signs out. A cookie that expires by itself removes no saved page.
        if (isRemoved && (cause === 'expired-overwrite' || cause === 'explicit')) forget().catch(log);
      }),
    );
  }
  const api = apiHandler(settings, routes, forgetPerson);
  const handler: Handler = (request, path) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // A link with `download` is not a page.
    if (wantsDocument(request, false)) {
      if (takeTicket(request)) return api(request, path, true);
      // Going back to a form's answer would send the form again: request only the address, which belongs to the build.
      return isRead || !matchesPath(pathsOf(settings.proxy), path) ? undefined : redirectTo(request.url, 303);
    }
    return (
      api(request, path) ??
      (isRead ? (data.handler(request, path) ?? images.handler(request, path)) : undefined)
    );
  };
  return {
    handler,
    /** Removes every saved response and image from the disk, as when a user signs out. Rejects if any remains. */
    forget,
    /** Adds what else is removed then. */
    alsoForget: (one: () => Promise<void>) => void others.push(one),
  };
}
