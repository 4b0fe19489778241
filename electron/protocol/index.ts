/** `app://shell/`: the scheme of the app's own pages and files. */

import { errorDocument, styleHashes } from 'virtual:documents';
import { pages } from 'virtual:pages';
import { app, protocol } from 'electron';
import { APP_SCHEME } from '../shared/channels.ts';
import { createMatcher } from '../shared/match.ts';
import { createHandler, type Handler, type ProtocolOptions } from './handler.ts';

export type { Handler };

/**
 * Tells Chromium what the scheme may do. Electron wants this before `app` is ready and once: each call replaces
 * the list of the one before. Call it after Sentry.init, which wraps the call to keep a scheme of its own.
 */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: {
        // A real origin and relative addresses, so that 'self' in the policy means the app.
        standard: true,
        // A secure context, without which clipboard and crypto are absent.
        secure: true,
        // fetch() of page data.
        supportFetchAPI: true,
        // Compiled scripts are kept between starts.
        codeCache: true,
      },
    },
  ]);
}

/** The files without which no page can start: the scripts that the built index.html names. */
export const entryFiles: ReadonlySet<string> = new Set(
  [...errorDocument.coded.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+\.js)"/g)].map(
    ([, path = '']) => path,
  ),
);

/**
 * Answers the scheme from `folder`, after `routes`, in the default session: `protocol.handle` is that session's,
 * and every window of the app uses it. Call it once `app` is ready.
 *
 * @throws if the scheme already has a handler
 */
export function handleProtocol(
  options: Pick<
    ProtocolOptions,
    'folder' | 'policy' | 'permissions' | 'onError' | 'onFault' | 'takeFaultPage'
  > & {
    routes?: readonly Handler[];
    api?: Handler;
  },
): void {
  const match = pages && createMatcher(pages);
  const handler = createHandler({
    routes: [],
    hasPage: (path) => match?.(path).kind !== 'missing',
    ...options,
    documents: errorDocument,
    version: app.getVersion(),
    styleHashes,
    showStack: !app.isPackaged,
    now: Date.now,
  });
  protocol.handle(APP_SCHEME, handler);
}
