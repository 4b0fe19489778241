import { net } from 'electron';
import { fetchUnfollowed } from '../fetchUnfollowed.ts';
import { createDataHandler, type DataOptions } from './handler.ts';
import type { SavingHandler } from './store.ts';

/** The handler of page data, with Electron's network: the system's proxy and certificates, the session's cookies. */
export function dataHandler(options: Omit<DataOptions, 'fetch' | 'now'>): SavingHandler {
  return createDataHandler({
    ...options,
    fetch: (url, init) =>
      fetchUnfollowed((request) => net.request({ ...request, credentials: 'include' }), url, init),
    now: Date.now,
  });
}
