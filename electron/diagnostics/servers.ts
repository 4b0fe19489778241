/** The servers that the settings name. */
import type { Settings } from '../settings/settings.ts';
import * as TEXTS from '../shared/texts.ts';
import { type Network, probe, type Step } from './probe.ts';

const { servers, originNotSet, dsnNotSet, reportsOff } = TEXTS.diagnostics;

export interface ServerFacts {
  name: string;
  /** Its origin, or why there is none to probe. */
  address: string;
  /** What is requested, without a key or password; absent if nothing is. */
  url?: string;
  /** Absent until it was probed. */
  steps?: Step[];
}

/** Where reports go, without the key: `scheme://host/path/api/project/envelope/`. */
function envelopeUrl(dsn: string): string {
  const { protocol, host, pathname } = new URL(dsn);
  const [, folder = '', project = ''] = /^(.*\/)([^/]*)$/.exec(pathname) ?? [];
  return `${protocol}//${host}${folder}api/${project}/envelope/`;
}

export function serversOf({ origin, sentryDsn, reports }: Settings): ServerFacts[] {
  const at = (url: string) => ({ address: new URL(url).origin, url });
  const ingest = sentryDsn ? at(envelopeUrl(sentryDsn)) : { address: dsnNotSet };
  return [
    { name: servers.origin, ...(origin ? at(`${origin}/`) : { address: originNotSet }) },
    { name: servers.ingest, ...(reports === 'off' ? { address: reportsOff } : ingest) },
  ];
}

/** Probes all servers at the same time. Never rejects. */
export function probeServers(settings: Settings, network: Network): Promise<ServerFacts[]> {
  return Promise.all(
    serversOf(settings).map(async (server) =>
      server.url ? { ...server, steps: await probe(server.url, network) } : server,
    ),
  );
}
