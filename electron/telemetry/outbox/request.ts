/** Makes the outbox's requests through Electron's network stack, for the system's proxy settings. */
import { app, session } from 'electron';
import { request } from '../../network/authentication.ts';
import { responseTo } from '../../network/responseTo.ts';
import type { Request } from './upload.ts';

/** Bytes of a body that are read. */
const BODY_START = 1024;

/**
 * Rejects with Chromium's network error, such as `net::ERR_INTERNET_DISCONNECTED`, or with the signal's reason. A redirect
 * rejects too: Sentry never sends one.
 */
export const netRequest: Request = async ({ url, headers, body, signal }) => {
  await app.whenReady();
  signal.throwIfAborted();
  // A session of its own, in memory: for the default one's cookie store, macOS asks the user for the keychain.
  const options = {
    session: session.fromPartition('holdfast-outbox'),
    method: 'POST',
    url,
    headers: { ...headers },
    redirect: 'error',
    cache: 'no-store',
    // Lets a proxy have the password that it asks for.
    credentials: 'include',
  } as const;
  const asked = request(options, false);
  const answered = responseTo<never>(asked, signal, () => undefined);
  asked.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  const { status, headers: said, body: answer } = await answered;
  let start = Buffer.alloc(0);
  // A large page is neither read to its end nor kept.
  for await (const chunk of (answer ?? []) as AsyncIterable<Uint8Array>) {
    start = Buffer.concat([start, chunk]);
    if (start.length >= BODY_START) break;
  }
  return { status, headers: said, bodyStart: start.toString('utf8', 0, BODY_START) };
};
