/** The breadcrumbs of both processes, the only ones there are: the SDK's scopes hold none. */
import type { Breadcrumb } from '@sentry/core';
import { LIMITS } from '../../shared/limits.ts';
import { boundBreadcrumb } from './size.ts';

const MAX = LIMITS.breadcrumbs.value;

/** How many of its newest breadcrumbs a process keeps on every report, however chatty the other one is. */
export const RESERVED = 20;

/** Keys in a breadcrumb's data that say where it came from. */
export const PROCESS_KEY = 'electron.process';
export const WINDOW_KEY = 'electron.window';
/** The tag that says which window (`webContents.id`) a report came from. */
export const WINDOW_TAG = 'event.window';

/** Where a breadcrumb comes from: main, or the page in the window with this `webContents.id`. */
export type Source = 'main' | number;

export interface ReportBreadcrumbs {
  /** Leaves out what came later, in seconds since the epoch. */
  until?: number | undefined;
  /** Breadcrumbs that the report brings itself, from `source`. */
  own?: readonly Breadcrumb[];
  source?: Source;
}

export type Breadcrumbs = ReturnType<typeof createBreadcrumbs>;

/** Breadcrumbs in memory: at most the limit for main, and as many for the pages. */
export function createBreadcrumbs(now: () => number = Date.now) {
  const kept: Record<'main' | 'page', Breadcrumb[]> = { main: [], page: [] };

  return {
    /** Keeps a breadcrumb, bounded in size and marked with its process and window. Returns what is kept. */
    add(source: Source, breadcrumb: Breadcrumb): Breadcrumb {
      const list = kept[source === 'main' ? 'main' : 'page'];
      const marked = mark(breadcrumb, source, now());
      let at = list.length;
      while (at > 0 && timeOf(list[at - 1]) > timeOf(marked)) at--;
      list.splice(at, 0, marked);
      if (list.length > MAX) list.shift();
      return marked;
    },
    clear() {
      kept.main = [];
      kept.page = [];
    },
    /** The breadcrumbs for a report: at most the limit, in order of time, the newest of all kept. */
    read({ until = Number.POSITIVE_INFINITY, own = [], source = 'main' }: ReportBreadcrumbs = {}) {
      const marked = own.map((breadcrumb) => mark(breadcrumb, source, now()));
      const groups = (['main', 'page'] as const).map((process) => {
        const list = kept[process].filter((breadcrumb) => timeOf(breadcrumb) <= until);
        const isOwn = marked.length > 0 && (process === 'main') === (source === 'main');
        return isOwn ? inOrder([...list, ...marked]) : list;
      });
      return newestOf(groups);
    },
  };
}

/**
 * Chooses at most `limit` breadcrumbs. Each group first gets its newest ones, up to the reserve; what room is
 * left goes to the newest of all. Groups must be in order of time; so is the result.
 */
export function newestOf(groups: readonly Breadcrumb[][], limit: number = MAX): Breadcrumb[] {
  const filled = groups.filter((group) => group.length > 0);
  const share = Math.min(RESERVED, Math.floor(limit / Math.max(1, filled.length)));
  const reserved = filled.flatMap((group) => last(group, share));
  const others = filled.flatMap((group) => group.slice(0, Math.max(0, group.length - share)));
  return inOrder([...last(inOrder(others), limit - reserved.length), ...reserved]);
}

/** The newest `limit` in order of time: the last guard on a finished item, after the app's own event processors. */
export function bounded(breadcrumbs: readonly Breadcrumb[], limit: number = MAX): Breadcrumb[] {
  return last(inOrder(breadcrumbs), limit);
}

function mark(breadcrumb: Breadcrumb, source: Source, now: number): Breadcrumb {
  const bound = boundBreadcrumb(breadcrumb, now / 1000);
  const from =
    source === 'main' ? { [PROCESS_KEY]: 'main' } : { [PROCESS_KEY]: 'renderer', [WINDOW_KEY]: source };
  return { ...bound, data: { ...bound.data, ...from } };
}

function last<T>(list: readonly T[], count: number): T[] {
  return count > 0 ? list.slice(-count) : [];
}

function timeOf(breadcrumb: Breadcrumb | undefined): number {
  return breadcrumb?.timestamp ?? 0;
}

function inOrder(breadcrumbs: readonly Breadcrumb[]): Breadcrumb[] {
  return [...breadcrumbs].sort((a, b) => timeOf(a) - timeOf(b));
}
