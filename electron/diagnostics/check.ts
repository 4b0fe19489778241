/** The connectivity of all servers that the settings name: before, while and after it is checked. */

import type { Settings } from '../settings/settings.ts';
import type { TargetFacts } from '../shared/diagnostics.ts';
import { checkTarget, type Network, type Target } from './connectivity.ts';

/** Where reports go, without the key: `scheme://host/path/api/project/envelope/`. */
function ingestUrl(dsn: string): string {
  const { protocol, host, pathname } = new URL(dsn);
  const [, folder = '', project = ''] = /^(.*\/)([^/]*)$/.exec(pathname) ?? [];
  return `${protocol}//${host}${folder}api/${project}/envelope/`;
}

/** The servers that the settings name, or why one is not asked. */
export function targetsOf({
  origin,
  sentryDsn,
  reports,
}: Settings): (Target | { target: string; note: string })[] {
  return [
    origin
      ? { target: 'origin', url: `${origin}/` }
      : { target: 'origin', note: 'not checked: the setting "origin" is not set.' },
    reports === 'off'
      ? { target: 'ingest', note: 'not checked: reports are off.' }
      : sentryDsn
        ? { target: 'ingest', url: ingestUrl(sentryDsn) }
        : { target: 'ingest', note: 'not checked: the setting "sentryDsn" is not set.' },
  ];
}

/** What is known before the first check is done. */
export function uncheckedTargets(settings: Settings): TargetFacts[] {
  return targetsOf(settings).map((one) => {
    if ('note' in one) return { target: one.target, steps: [], note: one.note };
    const { origin } = new URL(one.url);
    return { target: one.target, address: origin, steps: [], note: `${origin} is being checked.` };
  });
}

/** Checks all at the same time. Never rejects. */
export function checkTargets(settings: Settings, network: Network, limit?: number): Promise<TargetFacts[]> {
  return Promise.all(
    targetsOf(settings).map((one) =>
      'note' in one ? { target: one.target, steps: [], note: one.note } : checkTarget(one, network, limit),
    ),
  );
}
