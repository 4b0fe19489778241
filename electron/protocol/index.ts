/** `app://shell/`: the scheme of the app's own pages and files. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { errorDocument, styleHashes } from 'virtual:documents';
import { app, type ProtocolRequest, type ProtocolResponse, protocol, session } from 'electron';
import { APP_SCHEME, PAGE_LIST } from '../shared/channels.ts';
import { createMatcher } from '../shared/match.ts';
import { createHandler, type Handler, type ProtocolHandler, type ProtocolOptions } from './handler.ts';

export type { Handler };

/**
 * Tells Chromium what the scheme may do. Electron wants this before `app` is ready and once: each call replaces
 * the list of the one before.
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

/**
 * Answers the scheme from `folder`, after `routes`, in the default session: `protocol.handle` is that session's,
 * and every window of the app uses it. Call it once `app` is ready.
 *
 * @throws if the scheme already has a handler
 */
export function handleProtocol(
  options: Pick<
    ProtocolOptions,
    'folder' | 'policy' | 'permissions' | 'onError' | 'onFault' | 'onDocument' | 'takeFaultPage' | 'fixed'
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
  register(handler);
}

type Listener = (request: ProtocolRequest, answer: (response: ProtocolResponse) => void) => void;
interface Registers {
  registerProtocol?: (scheme: string, listener: Listener) => boolean;
}

/**
 * As `protocol.handle`, but for what can be answered without a Request. Electron's own listener, which makes one of all, is
 * had through the method that `handle` registers it with (lib/browser/api/protocol.ts, 25 to 45); where that is not there,
 * or not used, everything goes the long way.
 */
function register({ quick, answer }: ProtocolHandler): void {
  const own = session.defaultSession.protocol as typeof protocol & Registers;
  const registers: Registers = {
    registerProtocol: (scheme, listener) =>
      own.registerProtocol?.(scheme, (request, respond) => {
        const headers = new Map(
          Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
        );
        const { url, method, initiatorOrigin } = request;
        const asked = {
          url,
          method,
          initiatorOrigin,
          headers: { get: (name: string) => headers.get(name.toLowerCase()) ?? null },
        };
        const answerLong = () => listener(request, respond);
        quick(asked).then((made) => {
          if (!made) return answerLong();
          const data = made.body ? Readable.from([made.body]) : undefined;
          respond({ data, headers: made.headers, statusCode: made.status });
        }, answerLong);
      }) ?? false,
  };
  if (own.registerProtocol) own.handle.call(registers as typeof own, APP_SCHEME, answer);
  else own.handle(APP_SCHEME, answer);
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
