/** Sends the outbox's requests through Electron's network stack, for the system's proxy settings. */
import {
  app,
  type ClientRequest,
  type ClientRequestConstructorOptions,
  type Session,
  session as sessions,
} from 'electron';
import { responseTo } from '../../common/responseTo.ts';
import type { Request } from './upload.ts';

const BODY_START = 1024;

let session: Session | undefined;
/** How often the network process has ended. Until Electron 41 a session has no network after that. */
let ends = 0;
app.on('child-process-gone', (_event, { serviceName }) => {
  if (serviceName !== 'network.mojom.NetworkService') return;
  ends += 1;
  session = undefined;
});

/** It rejects with Chromium's network error, or the signal's reason. A redirect rejects too: Sentry never sends one. */
export const netRequest =
  (ask: (options: ClientRequestConstructorOptions) => ClientRequest): Request =>
  async ({ url, headers, body, signal }) => {
    await app.whenReady();
    signal.throwIfAborted();
    // Its own, in memory: for the default session's cookie store, macOS would ask the user for the keychain.
    session ??= sessions.fromPartition(`holdfast-outbox-${ends}`);
    const options = {
      session,
      method: 'POST',
      url,
      headers: { ...headers },
      redirect: 'error',
      cache: 'no-store',
      // Lets a proxy get the password that it asks for.
      credentials: 'include',
    } as const;
    const asked = ask(options);
    const answered = responseTo<never>(asked, signal, () => undefined);
    asked.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    const { status, headers: said, body: answer } = await answered;
    let start = Buffer.alloc(0);
    // A large page is neither read completely nor kept.
    for await (const chunk of (answer ?? []) as AsyncIterable<Uint8Array>) {
      start = Buffer.concat([start, chunk]);
      if (start.length >= BODY_START) break;
    }
    return { status, headers: said, bodyStart: start.toString('utf8', 0, BODY_START) };
  };
