/** Makes the outbox's requests with Electron's network stack, which knows the system's proxy settings. */
import { app, net } from 'electron';
import type { Request } from './sender.ts';

/** Bytes of an answer that are looked at. */
const BODY_START = 1024;

/**
 * A POST with `net.request`. A redirect is an answer, never followed.
 * Rejects with Chromium's network error, such as `net::ERR_INTERNET_DISCONNECTED`, or with the signal's reason.
 */
export const netRequest: Request = async ({ url, headers, body, signal }) => {
  await app.whenReady();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = net.request({
      method: 'POST',
      url,
      redirect: 'manual',
      cache: 'no-store',
      // A session in memory of its own: the default one would open its cookie store, for which macOS asks
      // the user for the keychain.
      partition: 'holdfast-outbox',
    });
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    const abort = () => {
      request.abort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    const done = () => signal.removeEventListener('abort', abort);

    request.on('redirect', (status) => {
      done();
      resolve({ status, headers: {}, bodyStart: '' });
    });
    request.on('error', (error) => {
      done();
      reject(error);
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const finish = () => {
        done();
        resolve({
          status: response.statusCode,
          headers: {
            'content-type': first(response.headers['content-type']),
            'retry-after': first(response.headers['retry-after']),
            'x-sentry-rate-limits': all(response.headers['x-sentry-rate-limits']),
          },
          bodyStart: Buffer.concat(chunks).toString('utf8', 0, BODY_START),
        });
      };
      response.on('data', (chunk) => {
        if (length >= BODY_START) return;
        chunks.push(chunk);
        length += chunk.length;
        if (length >= BODY_START) finish();
      });
      response.on('end', finish);
      response.on('error', (error: Error) => {
        done();
        reject(error);
      });
      response.on('aborted', () => {
        done();
        reject(new Error('The connection broke before the answer was complete.'));
      });
    });
    request.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  });
};

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Several headers of a name that holds a list say the same as one. */
function all(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
