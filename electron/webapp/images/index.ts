import { lookup } from 'node:dns/promises';
import { net } from 'electron';
import type { SavingHandler } from '../data/store.ts';
import { fetchUnfollowed } from '../fetchUnfollowed.ts';
import { createImageHandler, type ImageOptions } from './handler.ts';

/** The handler of images, with Electron's network and the system's names. */
export function imageHandler(options: Omit<ImageOptions, 'fetch' | 'resolve' | 'now'>): SavingHandler {
  return createImageHandler({
    ...options,
    fetch: (url, init) => fetchUnfollowed((request) => net.request(request), url, init),
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    now: Date.now,
  });
}
