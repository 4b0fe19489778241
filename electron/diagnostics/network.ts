/** Electron's network for the probes. */
import { setTimeout as pause } from 'node:timers/promises';
import { app, session } from 'electron';
import { request as makeRequest } from '../network/authentication.ts';
import type { Network } from './probe.ts';

/** Milliseconds that the app may take to become ready, before which it has no network. */
const MAX_READY_MS = 10_000;

/** Who issued the certificate of each host. Chromium asks about one once and remembers its verdict. */
const issuers = new Map<string, string>();

export const electronNetwork: Network = {
  async resolveProxy(url) {
    const late = pause(MAX_READY_MS, 'late' as const, { ref: false });
    if (!app.isReady() && (await Promise.race([app.whenReady(), late])) === 'late')
      throw new Error(`Chromium's network didn't start within ${MAX_READY_MS / 1000} s`);
    return await session.defaultSession.resolveProxy(url);
  },
  async resolveHost(host) {
    const { endpoints } = await session.defaultSession.resolveHost(host);
    return endpoints.map(({ address }) => address);
  },
  request(url, signal) {
    // In memory: no cookie of the app goes along.
    const partition = session.fromPartition('holdfast-diagnostics');
    partition.setCertificateVerifyProc(({ hostname, certificate }, decide) => {
      issuers.set(hostname, certificate.issuerName);
      // -3: Chromium's own verdict stands, which knows what the system trusts.
      decide(-3);
    });
    return new Promise((resolve) => {
      const settle = (answer: { status: number } | { error: string }) =>
        resolve({ ...answer, issuer: issuers.get(new URL(url).hostname) });
      const request = makeRequest({ url, session: partition, redirect: 'manual', cache: 'no-store' }, false);
      signal.addEventListener('abort', () => request.abort());
      request.on('redirect', (status) => settle({ status }));
      request.on('response', (response) => {
        settle({ status: response.statusCode });
        // The body isn't wanted, so its early end is no failure.
        response.on('error', () => undefined);
        request.abort();
      });
      request.on('error', ({ message }) => settle({ error: message }));
      request.end();
    });
  },
};
