/** Electron's network for the connectivity checks: the one that the app's own requests use. */
import { setTimeout as pause } from 'node:timers/promises';
import { app, net, session } from 'electron';
import type { Network } from './connectivity.ts';

/** Milliseconds that the app may take to become ready, before which it has no network. */
const READY_MS = 10_000;

async function ready(): Promise<void> {
  if (app.isReady()) return;
  const isReady = await Promise.race([
    app.whenReady().then(() => true),
    pause(READY_MS, false, { ref: false }),
  ]);
  if (!isReady) throw new Error(`the app's own network did not start within ${READY_MS / 1000} s`);
}

export const electronNetwork: Network = {
  async resolveProxy(url) {
    await ready();
    return await session.defaultSession.resolveProxy(url);
  },
  async status(url, signal) {
    await ready();
    signal.throwIfAborted();
    return await new Promise((resolve, reject) => {
      const request = net.request({
        url,
        method: 'GET',
        redirect: 'manual',
        cache: 'no-store',
        // In memory: no cookie of the app goes along.
        partition: 'holdfast-diagnostics',
      });
      const done = () => signal.removeEventListener('abort', abort);
      const abort = () => {
        request.abort();
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      request.on('redirect', (status) => {
        done();
        resolve(status);
      });
      request.on('response', (response) => {
        done();
        resolve(response.statusCode);
        // The body is not wanted, and that it ends early is no failure.
        response.on('error', () => undefined);
        request.abort();
      });
      request.on('error', (error) => {
        done();
        reject(error);
      });
      request.end();
    });
  },
};
