import { net } from 'electron';
import type { Handler } from '../../protocol/handler.ts';
import { createDataHandler, type DataOptions } from './handler.ts';

/** The handler of page data, with Electron's network: the system's proxy and certificates, the session's cookies. */
export function dataHandler(options: Omit<DataOptions, 'fetch' | 'now'>): Handler {
  return createDataHandler({
    ...options,
    // What is kept is decided in the handler, not by Chromium's own cache.
    fetch: (url, init) => net.fetch(url, { ...init, cache: 'no-store' }),
    now: Date.now,
  });
}
