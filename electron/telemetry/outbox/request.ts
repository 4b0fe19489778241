/** Makes the outbox's requests through Electron's network stack, for the system's proxy settings. */
import { app, session } from 'electron';
import { answerTo } from '../../network/answerTo.ts';
import { request } from '../../network/authentication.ts';
import { ANSWER_HEADERS, type Request } from './post.ts';

/** Bytes of an answer that are looked at. */
const BODY_START = 1024;

/**
 * Rejects with Chromium's network error, such as `net::ERR_INTERNET_DISCONNECTED`, or with the signal's reason; for a
 * redirect too, which the server itself never answers with.
 */
export const netRequest: Request = async ({ url, headers, body, signal }) => {
  await app.whenReady();
  signal.throwIfAborted();
  // A session in memory of its own: the default one would open its cookie store, for which macOS asks the user for the
  // keychain.
  const options = {
    session: session.fromPartition('holdfast-outbox'),
    method: 'POST',
    url,
    headers: { ...headers },
    redirect: 'error',
    cache: 'no-store',
    // Without, a proxy that asks for a password would get none.
    credentials: 'include',
  } as const;
  const asked = request(options, false);
  const answered = answerTo(asked, signal, () => undefined);
  asked.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  const response = await answered;
  const values = ANSWER_HEADERS.map((name) => [name, response.headers.get(name) ?? undefined] as const);
  const answer = { status: response.status, headers: Object.fromEntries(values) };
  const chunks: Uint8Array[] = [];
  let length = 0;
  // A large page is neither read to its end nor kept.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= BODY_START) break;
  }
  return { ...answer, bodyStart: Buffer.concat(chunks).toString('utf8', 0, BODY_START) };
};
