/** Whether a server can be reached, step by step, so that it is known which part of the way is broken. */
import { isIP } from 'node:net';
import { DURATIONS } from '../shared/durations.ts';
import { loadError } from '../shared/loadErrors.ts';
import * as TEXTS from '../shared/texts.ts';

const texts = TEXTS.diagnostics;

/** Chromium's network, which the app's own requests use: it knows the system's proxies and certificates. */
export interface Network {
  /** As `session.resolveProxy`: `DIRECT`, or `PROXY host:port; DIRECT`, the first to be tried first. */
  resolveProxy(url: string): Promise<string>;
  resolveHost(host: string): Promise<string[]>;
  /** A GET without following redirects: its status or Chromium's error, and who issued the certificate. */
  request(
    url: string,
    signal: AbortSignal,
  ): Promise<{ status?: number; error?: string; issuer?: string | undefined }>;
}

export interface Step {
  step: 'Proxy' | 'DNS' | 'Request';
  result: 'ok' | 'failed' | 'skipped';
  /** Milliseconds; absent for a step that was skipped. */
  ms?: number;
  detail: string;
}

class Skipped extends Error {}

/**
 * Probes one server. Never rejects: what goes wrong is in the steps.
 * @param limit milliseconds for each step
 */
export async function probe(url: string, network: Network, limit = DURATIONS.probeMs): Promise<Step[]> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const ended = new AbortController();
  let isDirect = true;
  const proxy = async () => {
    const answer = await network.resolveProxy(url);
    isDirect = /^\s*DIRECT\b/i.test(answer);
    return isDirect ? texts.direct : answer;
  };
  const dns = async () => {
    if (isIP(host)) throw new Skipped(texts.isAddress(host));
    if (!isDirect) throw new Skipped(texts.byProxy);
    return (await network.resolveHost(host)).join(', ');
  };
  const request = async () => {
    const { status = 0, error, issuer } = await network.request(url, ended.signal);
    const detail = error ? reasonOf(new Error(error)) : texts.answered(status);
    const words = issuer ? `${detail}, ${texts.issuedBy(issuer)}` : detail;
    if (error || status >= 500) throw new Error(words);
    return words;
  };
  // Without an answer about proxies, Chromium tries a direct connection.
  const steps = [await take('Proxy', proxy, limit), await take('DNS', dns, limit)];
  const skip = () => Promise.reject(new Skipped(texts.earlierStep('DNS')));
  steps.push(await take('Request', steps[1]?.result === 'failed' ? skip : request, limit));
  ended.abort();
  return steps;
}

async function take(step: Step['step'], action: () => Promise<string>, limit: number): Promise<Step> {
  const began = performance.now();
  const ms = () => performance.now() - began;
  try {
    return { step, result: 'ok', detail: await within(action(), limit), ms: ms() };
  } catch (error) {
    const detail = reasonOf(error);
    return error instanceof Skipped
      ? { step, result: 'skipped', detail }
      : { step, result: 'failed', detail, ms: ms() };
  }
}

function within<T>(promise: Promise<T>, limit: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(texts.noAnswer(limit / 1000))), limit);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** An error in one line with its code, which is Node's or Chromium's, such as `net::ERR_CONNECTION_REFUSED`. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [name] = /^net::(ERR_\w+)$/.exec(message)?.slice(1) ?? [];
  const reason = name ? loadError(name).title : texts.reasons[code];
  return reason ? `${reason} (${name ?? code})` : message || code;
}
