/** Whether the servers can be reached, by Chromium's network: it knows the system's proxies and certificates. */
import { setTimeout as pause } from 'node:timers/promises';
import { session } from 'electron';
import { responseTo } from '../../common/responseTo.ts';
import { DURATIONS } from '../../shared/limitValues/durations.ts';
import * as TEXTS from '../../shared/texts.ts';
import { apart, issuerOf } from '../certificates/authorities.ts';
import type { Settings } from '../settings/settings.ts';
import { request as makeRequest } from '../signIn/authentication.ts';
import { reasonOf } from './reason.ts';

const texts = TEXTS.diagnostics;

interface Probed {
  /** `Answered`: the server refused. */
  result: 'OK' | 'Answered' | 'Failed';
  ms: number;
  /** As `session.resolveProxy` returns it: `DIRECT`, or `PROXY host:port; DIRECT`, in the order they are tried. */
  proxy: string;
  /** In the language in which it is asked: the problems are in the user's, the tables in English. */
  detail(): string;
}

export interface ServerFacts {
  name: 'origin' | 'ingest';
  /** Its origin, or why there is none to ask. */
  address: string;
  /** The requested URL, without a key or password; absent if nothing is requested. */
  url?: string;
  /** Absent until the server was asked. */
  answer?: Probed;
}

/** Where reports are sent, without the key: `scheme://host/path/api/project/envelope/`. */
function envelopeUrl(dsn: string): string {
  const { protocol, host, pathname } = new URL(dsn);
  const [, folder = '', project = ''] = /^(.*\/)([^/]*)$/.exec(pathname) ?? [];
  return `${protocol}//${host}${folder}api/${project}/envelope/`;
}

const server = (name: ServerFacts['name'], url: string | undefined, why: string): ServerFacts =>
  url ? { name, address: new URL(url).origin, url } : { name, address: `Not checked: ${why}.` };

export const serversOf = ({ origin, sentryDsn, reports }: Settings): ServerFacts[] => [
  server('origin', origin && `${origin}/`, 'the setting “origin” isn’t set'),
  reports === 'off'
    ? server('ingest', undefined, 'error reports are turned off')
    : server('ingest', sentryDsn && envelopeUrl(sentryDsn), 'the setting “sentryDsn” isn’t set'),
];

/** Asks all servers at once, after the app is ready. Never rejects. */
export function probeServers(settings: Settings): Promise<ServerFacts[]> {
  return Promise.all(
    serversOf(settings).map(async (server) =>
      server.url ? { ...server, answer: await probe(server.url) } : server,
    ),
  );
}

async function probe(url: string): Promise<Probed> {
  const began = performance.now();
  const ended = new AbortController();
  const [answer, proxy] = await Promise.all([
    within(get(url, ended.signal)).catch(failed),
    within(session.defaultSession.resolveProxy(url)).catch((error) => TEXTS.inEnglish(() => reasonOf(error))),
  ]);
  ended.abort();
  return { ...answer, ms: performance.now() - began, proxy };
}

const failed = (error: unknown) => ({ result: 'Failed', detail: () => reasonOf(error) }) as const;

function within<T>(promise: Promise<T>): Promise<T> {
  const late = pause(DURATIONS.probeMs, undefined, { ref: false }).then(() => {
    throw new Error('net::ERR_TIMED_OUT');
  });
  return Promise.race([promise, late]);
}

async function get(url: string, signal: AbortSignal): Promise<Pick<Probed, 'result' | 'detail'>> {
  const request = makeRequest({ url, session: apart(), redirect: 'manual', cache: 'no-store' });
  const response = responseTo(request, signal, (status) => ({ status, body: null }));
  request.end();
  const found = await response.then(({ status, body }) => {
    body?.destroy();
    const result = status >= 500 ? 'Failed' : status >= 400 ? 'Answered' : 'OK';
    return { result, detail: () => texts.answered({ status }) } as const;
  }, failed);
  const issuer = issuerOf(new URL(url));
  return issuer ? { ...found, detail: () => `${found.detail()}, ${texts.issuedBy({ issuer })}` } : found;
}
