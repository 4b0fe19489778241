/** `app://shell/`: the scheme of the app's own pages and files. */
import { errorDocument, pageScript, styleHashes } from 'virtual:documents';
import { app, type CustomScheme, protocol } from 'electron';
import { config } from '../../builtConfig/config.ts';
import { APP_ORIGIN, APP_SCHEME } from '../../shared/channels.ts';
import { SITE_SCHEME, SITE_SHELL } from '../../shared/site.ts';
import { createHandler, type ProtocolOptions } from './handler.ts';
import { listen } from './listen.ts';
import { readPages } from './site.ts';

const PRIVILEGES: CustomScheme['privileges'] = {
  // A real origin and relative addresses, so that 'self' in the policy means the app.
  standard: true,
  // A secure context, which clipboard and crypto need.
  secure: true,
  // For <video> and <audio>: without it they refuse what comes in parts (Chromium 130).
  stream: true,
  // For fetch() of the app's files.
  supportFetchAPI: true,
};

/** Must run before `app` is ready. @param isSite whether the window shows a build whose worker asks main for its files */
export function registerScheme(isSite = false): void {
  // Keeps compiled scripts between starts.
  const own = { scheme: APP_SCHEME, privileges: { ...PRIVILEGES, codeCache: true } };
  // Workers reach no other schemes.
  const ofWorker = { ...PRIVILEGES, corsEnabled: true, allowServiceWorkers: true };
  protocol.registerSchemesAsPrivileged([
    own,
    ...(isSite ? [{ scheme: SITE_SCHEME, privileges: ofWorker }] : []),
  ]);
}

const ofThisApp = () => ({
  pages: readPages,
  documents: errorDocument,
  name: app.name,
  app: `${app.name} ${app.getVersion()}`,
  styleHashes,
  pageScript,
  isPackaged: config.packaged,
  now: Date.now,
});

/** Serves the scheme in the default session, which every window uses. Must run once `app` is ready. */
export function handleProtocol(options: Omit<ProtocolOptions, keyof ReturnType<typeof ofThisApp>>): void {
  const handler = createHandler({ ...options, ...ofThisApp() });
  listen(APP_SCHEME, handler);
  const { server } = options.origins;
  if (!server?.hasBuild) return;
  listen(SITE_SCHEME, (request) => {
    const url = request.url.replace(SITE_SHELL, APP_ORIGIN);
    return handler({ ...request, url, initiatorOrigin: request.initiatorOrigin ?? server.origin });
  });
}
