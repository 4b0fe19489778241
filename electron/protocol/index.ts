/** `app://shell/`: the scheme of the app's own pages and files. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorDocument, styleHashes } from 'virtual:documents';
import { app, protocol } from 'electron';
import { APP_SCHEME, PAGE_LIST } from '../shared/channels.ts';
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
  const handler = createHandler({
    routes: [],
    ...options,
    hasPage: (path) => hasPage(options.folder, path),
    documents: errorDocument,
    version: app.getVersion(),
    styleHashes,
    showStack: !app.isPackaged,
    now: Date.now,
  });
  protocol.handle(APP_SCHEME, handler);
}

/** Read each time: the list is short, and in development it changes. Without it the app's document answers. */
async function hasPage(folder: string, path: string): Promise<boolean> {
  try {
    const pages: { path: string }[] | null = JSON.parse(await readFile(join(folder, PAGE_LIST), 'utf8'));
    return !pages || createMatcher(pages)(path).kind !== 'missing';
  } catch {
    return true;
  }
}
