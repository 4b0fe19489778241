/** Whether a server can be reached, step by step: its name, a connection, TLS, HTTP. Each step has a time limit. */
import { lookup as systemLookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, getCACertificates, type TLSSocket } from 'node:tls';
import { STEPS, type StepFact, type TargetFacts } from '../shared/diagnostics.ts';
import { type Route, readRoute } from './proxy.ts';

/** Longest time for a step, in milliseconds. */
export const STEP_MS = 5_000;

/** Electron's part: requests go through its network, which knows the system's proxies and certificates. */
export interface Network {
  /** As `session.resolveProxy`. */
  resolveProxy(url: string): Promise<string>;
  /** The status of the answer to a GET, redirects not followed. Rejects with the network's error. */
  status(url: string, signal: AbortSignal): Promise<number>;
}

export interface Target {
  target: string;
  /** What is asked for; without a key or a password. */
  url: string;
}

type Addresses = { address: string; family: number }[];

/** What an earlier step found, for the later ones. */
interface Findings {
  addresses?: Addresses;
  socket?: Socket;
}

/** What a step found, or why it need not be done. */
type Outcome = string | { skipped: string };

/**
 * Checks one server. Never rejects: what goes wrong is in the steps.
 * Behind a proxy the name and the connection are the proxy's, and whether TLS works is left to HTTP.
 * @param limit milliseconds for each step
 */
export async function checkTarget(
  { target, url }: Target,
  network: Network,
  limit = STEP_MS,
): Promise<TargetFacts> {
  const { origin, protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  let route: Route = { kind: 'direct' };
  let way = 'direct';
  try {
    route = readRoute(await within(network.resolveProxy(url), limit));
    if (route.kind === 'proxy') way = `through the proxy ${route.name} ${route.host}:${route.port}`;
  } catch (error) {
    way = `checked direct, because it is not known whether there is a proxy: ${wordsOf(error)}`;
  }
  const host = route.kind === 'proxy' ? route.host : hostname.replace(/^\[|\]$/g, '');
  const place = route.kind === 'proxy' ? route.port : Number(port || (isSecure ? 443 : 80));

  const found: Findings = {};
  const actions: Record<StepFact['step'], () => Promise<Outcome>> = {
    name: () => findName(host, found),
    connection: () => openConnection(host, place, found, limit),
    TLS: () => {
      if (!isSecure) return Promise.resolve({ skipped: 'the address begins with http: no TLS' });
      if (route.kind === 'proxy') return Promise.resolve({ skipped: 'the proxy is asked first; see HTTP' });
      return openTls(host, found);
    },
    async HTTP() {
      const status = await network.status(url, AbortSignal.timeout(limit));
      if (status >= 500) throw new Error(`the server answered with ${status}`);
      return `the server answered with ${status}`;
    },
  };

  const steps: StepFact[] = [];
  for (const step of STEPS) {
    const failed = steps.find(({ result }) => result === 'failed');
    if (failed) steps.push({ step, result: 'skipped', detail: `the step before it failed: ${failed.step}` });
    else steps.push(await take(step, actions[step], limit));
  }
  found.socket?.destroy();
  return { target, address: origin, route: way, steps };
}

async function take(
  step: StepFact['step'],
  action: () => Promise<Outcome>,
  limit: number,
): Promise<StepFact> {
  const began = performance.now();
  try {
    const outcome = await within(action(), limit);
    if (typeof outcome !== 'string') return { step, result: 'skipped', detail: outcome.skipped };
    return { step, result: 'ok', ms: performance.now() - began, detail: outcome };
  } catch (error) {
    return { step, result: 'failed', ms: performance.now() - began, detail: wordsOf(error) };
  }
}

class TimeLimit extends Error {}

/** What a promise resolves to, or a TimeLimit after `limit` milliseconds. */
function within<T>(promise: Promise<T>, limit: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeLimit(`no answer within ${limit / 1000} s`)), limit);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function findName(host: string, found: Findings): Promise<Outcome> {
  const family = isIP(host);
  if (family) {
    found.addresses = [{ address: host, family }];
    return { skipped: `${host} is an IPv${family} address, not a name` };
  }
  const addresses = await systemLookup(host, { all: true });
  found.addresses = addresses;
  return addresses.map(({ address, family: its }) => `${address} (IPv${its})`).join(', ');
}

function openConnection(host: string, port: number, found: Findings, limit: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const addresses = found.addresses ?? [];
    const socket = connect({
      host,
      port,
      // Both families are tried, as Chromium does: one of them may lead nowhere.
      autoSelectFamily: true,
      lookup: (_host, options, callback) => {
        const [first] = addresses;
        if (options.all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
    });
    found.socket = socket;
    socket.setTimeout(limit, () => socket.destroy(new TimeLimit(`no answer within ${limit / 1000} s`)));
    socket.on('error', reject);
    socket.on('connect', () => resolve(`${socket.remoteAddress} (${socket.remoteFamily}), port ${port}`));
  });
}

/** The handshake is completed also with a certificate that is not trusted, so that it can be said whose it is. */
function openTls(host: string, found: Findings): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const ca = trusted();
    const secure = connectTls({
      ...(found.socket && { socket: found.socket }),
      host,
      ...(!isIP(host) && { servername: host }),
      ...(ca && { ca }),
      rejectUnauthorized: false,
    });
    found.socket = secure;
    secure.on('error', reject);
    secure.on('secureConnect', () => {
      const words = `${secure.getProtocol()}, ${certificateOf(secure)}`;
      if (secure.authorized) resolve(words);
      else reject(new Error(`the certificate is not trusted (${secure.authorizationError}): ${words}`));
    });
  });
}

/** What the system trusts too, such as the certificate of a company: Chromium asks the system. */
function trusted(): string[] | undefined {
  try {
    return [...getCACertificates('default'), ...getCACertificates('system')];
  } catch {
    // Not every TLS library lists the system's: then Node's own list is all there is.
    return undefined;
  }
}

function certificateOf(socket: TLSSocket): string {
  const { issuer, valid_to: until } = socket.getPeerCertificate();
  const by = issuer?.O ?? issuer?.CN ?? 'an unknown authority';
  return `certificate by ${by}, valid until ${until}`;
}

const CODES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such name',
  EAI_AGAIN: 'the name server does not answer',
  ECONNREFUSED: 'refused, nothing listens there',
  ECONNRESET: 'the connection was broken off',
  EHOSTUNREACH: 'no way to that machine',
  ENETUNREACH: 'no way to that network',
  ETIMEDOUT: 'no answer',
};

/** An error in one line with its code. */
function wordsOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no answer in time';
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const words = CODES[code];
  return words ? `${words} (${code})` : error.message || code || error.name;
}
