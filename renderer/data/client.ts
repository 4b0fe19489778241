/** Page data for the router. Keeps the data of static pages. */
import { dataFault } from '../../electron/shared/fault.ts';
import type { Build } from './build.ts';
import { FIRST_LOAD_ATTEMPTS, LATER_ATTEMPTS, type Outcome } from './outcome.ts';
import { browserWorld, type RequestWorld, requestData } from './request.ts';
import { dataPath, type PageAddress } from './url.ts';

/** Maximum number of pages whose data is kept in memory; the oldest goes first. An app stays open for weeks. */
export const KEPT_PAGES = 100;

/** @param onChange called with a static page whose data differs from what `load` returned */
export function createDataClient(
  build: Build,
  onChange: (page: PageAddress) => void,
  world: RequestWorld = browserWorld,
) {
  const kept = new Map<string, Outcome>();
  const keyOf = ({ pathname, search }: PageAddress) => pathname + search;

  /** Skips saved copies, so that the next visit asks the server again. */
  function keep(page: PageAddress, outcome: Outcome): void {
    kept.delete(keyOf(page));
    if (outcome.kind !== 'props' || !outcome.isStatic || outcome.savedAt !== undefined) return;
    kept.set(keyOf(page), outcome);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_PAGES && oldest !== undefined) kept.delete(oldest);
  }

  function ask(page: PageAddress, attempts: number, signal?: AbortSignal): Promise<Outcome> {
    const url = keyOf(page);
    if ('unknown' in build) {
      return Promise.resolve({ kind: 'fault', fault: dataFault(url, world.now(), build.unknown) });
    }
    const path = dataPath(build.id, page);
    return requestData({ path, url, attempts, signal }, world);
  }

  async function refresh(page: PageAddress, before: Outcome): Promise<void> {
    const outcome = await ask(page, LATER_ATTEMPTS);
    if (outcome.kind === 'fault' || (outcome.kind === 'props' && outcome.savedAt !== undefined)) return;
    keep(page, outcome);
    if (JSON.stringify(outcome) !== JSON.stringify(before)) onChange(page);
  }

  return {
    /**
     * Loads the data of a page. A static page's data that was loaded before is returned at once and refreshed in the
     * background. Failures are outcomes; rejects only with the reason of `signal`.
     * @param first whether the app opens with this page: a 5xx is then retried
     */
    async load(
      page: PageAddress,
      { first, signal }: { first: boolean; signal: AbortSignal },
    ): Promise<Outcome> {
      const present = kept.get(keyOf(page));
      if (present) {
        void refresh(page, present);
        return present;
      }
      const outcome = await ask(page, first ? FIRST_LOAD_ATTEMPTS : LATER_ATTEMPTS, signal);
      keep(page, outcome);
      return outcome;
    },
  };
}

export type DataClient = ReturnType<typeof createDataClient>;
