/** Page data for the router: prefetched and static data is kept. Main makes one request of several for a page. */
import { dataFault } from '../../electron/shared/fault.ts';
import type { Build } from './build.ts';
import { FIRST_LOAD_ATTEMPTS, LATER_ATTEMPTS, type Outcome } from './outcome.ts';
import { browserWorld, type RequestWorld, requestData } from './request.ts';
import { dataPath, type PageAddress } from './url.ts';

/** How long prefetched data of a page that isn't static can be used, in ms: from hovering over a link to the click. */
export const PREFETCH_LIFE = 10_000;

/** How many pages' data is kept in memory; the oldest goes first. An app stays open for weeks. */
export const KEPT_PAGES = 100;

interface Kept {
  outcome: Outcome & { kind: 'props' };
  /** When it expires, in ms since the epoch. A static page's data never does. */
  until: number;
}

/**
 * @param onChange called with a static page whose data turned out to differ from what `load` returned
 */
export function createDataClient(
  build: Build,
  onChange: (page: PageAddress) => void,
  world: RequestWorld = browserWorld,
) {
  const kept = createKept(() => world.now());

  function ask(
    page: PageAddress,
    options: { attempts?: number; prefetch?: boolean; signal?: AbortSignal },
  ): Promise<Outcome> {
    const { attempts = LATER_ATTEMPTS, prefetch = false, signal } = options;
    const url = page.pathname + page.search;
    if ('unknown' in build) {
      return Promise.resolve({ kind: 'fault', fault: dataFault(url, world.now(), build.unknown) });
    }
    const path = dataPath(build.id, page);
    return requestData({ path, url, attempts, prefetch, signal }, world);
  }

  async function refresh(page: PageAddress, before: Outcome): Promise<void> {
    const outcome = await ask(page, {});
    if (outcome.kind === 'fault' || (outcome.kind === 'props' && outcome.savedAt !== undefined)) return;
    kept.drop(page);
    kept.put(page, outcome, 0);
    if (JSON.stringify(outcome) !== JSON.stringify(before)) onChange(page);
  }

  return {
    /**
     * The data of a page. Data of a static page that was loaded before is returned at once, and refreshed in the
     * background. Failures are outcomes; rejects only with the reason of `signal`.
     * @param first whether the app opens with this page: a 5xx is then retried
     */
    async load(
      page: PageAddress,
      { first, signal }: { first: boolean; signal: AbortSignal },
    ): Promise<Outcome> {
      const present = kept.get(page);
      if (present?.isStatic) {
        void refresh(page, present);
        return present;
      }
      kept.drop(page);
      if (present) return present;
      const outcome = await ask(page, { attempts: first ? FIRST_LOAD_ATTEMPTS : LATER_ATTEMPTS, signal });
      kept.put(page, outcome, 0);
      return outcome;
    },
    /** Loads the data of a page that will probably be visited next. A failure is dropped: the visit tries again. */
    async prefetch(page: PageAddress): Promise<void> {
      if (kept.get(page)) return;
      kept.put(page, await ask(page, { prefetch: true }), PREFETCH_LIFE);
    },
  };
}

export type DataClient = ReturnType<typeof createDataClient>;

/** Outcomes in memory, by page. */
function createKept(now: () => number) {
  const kept = new Map<string, Kept>();
  const keyOf = ({ pathname, search }: PageAddress) => pathname + search;
  return {
    get(page: PageAddress): Kept['outcome'] | undefined {
      const entry = kept.get(keyOf(page));
      return entry && entry.until > now() ? entry.outcome : undefined;
    },
    /** Main's saved copy is not kept, so that the next visit asks the server again. */
    put(page: PageAddress, outcome: Outcome, life: number): void {
      if (outcome.kind !== 'props' || outcome.savedAt !== undefined) return;
      const until = outcome.isStatic ? Number.POSITIVE_INFINITY : now() + life;
      if (until <= now()) return;
      kept.delete(keyOf(page));
      kept.set(keyOf(page), { outcome, until });
      const [oldest] = kept.keys();
      if (kept.size > KEPT_PAGES && oldest !== undefined) kept.delete(oldest);
    },
    drop: (page: PageAddress) => kept.delete(keyOf(page)),
  };
}
