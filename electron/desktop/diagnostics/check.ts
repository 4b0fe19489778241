/** The connectivity of all servers that the settings name: before, while and after it is checked. */
import type { TargetFacts } from '../../contract/diagnostics.ts';
import type { Settings } from '../../settings.ts';
import { checkTarget, type Network } from './connectivity.ts';
import { targetsOf } from './network.ts';

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
