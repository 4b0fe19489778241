/** The one trail: the breadcrumbs of both processes, and which of them a report carries. */
import type { Breadcrumb } from '@sentry/core';
import { LIMITS } from '../../shared/limits.ts';

/** How many of its newest breadcrumbs a process keeps on every report, however chatty another one is. */
export const RESERVED = 20;

/** Keys in a breadcrumb's data that say where it came from. */
export const PROCESS_KEY = 'electron.process';
export const WINDOW_KEY = 'electron.window';

/** Whose limit, or whose breadcrumb: main, or the window with this `webContents.id`. */
export type Source = 'main' | number;

export interface Trail {
  /** Keeps a breadcrumb. `now` (ms) dates one that has no time of its own. */
  add(source: Source, breadcrumb: Breadcrumb, now: number): void;
  /** Sets `maxBreadcrumbs` of main or of a window: it lowers the limit of the trail, and never raises it. */
  limit(source: Source, maxBreadcrumbs: number): void;
  /** The window is closed: its breadcrumbs stay, but nothing is reserved for them, and its limit ends. */
  close(window: number): void;
  /** The limit that holds now: the lowest of all that were set. */
  most(): number;
  /** Forgets every breadcrumb. */
  clear(): void;
  /**
   * The breadcrumbs for a report: at most the limit, in order of time, the newest of all kept, each marked
   * with its process and window. `until` (seconds since the epoch) leaves out what came later. `own` are
   * breadcrumbs that the report already holds: those the trail does not know are the report's own, of `source`.
   */
  read(report?: { until?: number; own?: readonly Breadcrumb[]; source?: Source }): Breadcrumb[];
}

/** A trail in memory. It holds at most the limit for main, for each open window, and for all closed windows. */
export function createTrail(): Trail {
  const most = LIMITS.breadcrumbs.value;
  const limits = new Map<Source, number>();
  const open = new Map<Source, Breadcrumb[]>();
  const closed: Breadcrumb[] = [];
  const limitNow = () => Math.min(most, ...limits.values());

  /** Puts a breadcrumb in its place by time; the oldest goes when there are too many. */
  const insert = (list: Breadcrumb[], breadcrumb: Breadcrumb) => {
    let at = list.length;
    while (at > 0 && timeOf(list[at - 1]) > timeOf(breadcrumb)) at--;
    list.splice(at, 0, breadcrumb);
    if (list.length > most) list.shift();
  };

  return {
    add(source, breadcrumb, now) {
      if (limitNow() === 0) return;
      const list = open.get(source) ?? [];
      open.set(source, list);
      insert(list, mark(breadcrumb, source, now));
    },
    limit(source, maxBreadcrumbs) {
      const whole = Number.isFinite(maxBreadcrumbs) ? Math.max(0, Math.floor(maxBreadcrumbs)) : most;
      limits.set(source, whole);
    },
    close(window) {
      for (const breadcrumb of open.get(window) ?? []) insert(closed, breadcrumb);
      open.delete(window);
      limits.delete(window);
    },
    most: limitNow,
    clear() {
      open.clear();
      closed.length = 0;
    },
    read({ until = Number.POSITIVE_INFINITY, own = [], source = 'main' } = {}) {
      const limit = limitNow();
      const cut = (list: Breadcrumb[]) => list.filter((breadcrumb) => timeOf(breadcrumb) <= until);
      const groups = new Map([...open].map(([from, list]) => [from, cut(list)] as const));
      const rest = cut(closed);
      const lists = [...open.values(), closed];
      const unknown = own.filter((breadcrumb) => !lists.some((list) => holds(list, breadcrumb)));
      const mine = unknown.map((breadcrumb) => mark(breadcrumb, source, 0));
      if (mine.length) groups.set(source, inOrder([...(groups.get(source) ?? []), ...mine]));
      return newestOf([...groups.values()], rest, limit);
    },
  };
}

/**
 * Chooses at most `limit` breadcrumbs. Each group first gets its newest ones, up to the reserve; what room is
 * left goes to the newest of all. `rest` has no reserve. Groups must be in order of time; so is the result.
 */
export function newestOf(
  groups: readonly Breadcrumb[][],
  rest: readonly Breadcrumb[],
  limit: number,
): Breadcrumb[] {
  if (limit <= 0) return [];
  const filled = groups.filter((group) => group.length > 0);
  const share = Math.min(RESERVED, Math.floor(limit / Math.max(1, filled.length)));
  const reserved = filled.flatMap((group) => group.slice(group.length - Math.min(share, group.length)));
  const others = filled.flatMap((group) => group.slice(0, Math.max(0, group.length - share)));
  const room = limit - reserved.length;
  const newest = room > 0 ? inOrder([...rest, ...others]).slice(-room) : [];
  return inOrder([...newest, ...reserved]);
}

/** The last guard on a finished item: in order of time, the newest `limit`. The same array if it already is so. */
export function bounded(breadcrumbs: Breadcrumb[], limit: number): Breadcrumb[] {
  const ordered = breadcrumbs.every(
    (breadcrumb, i) => i === 0 || timeOf(breadcrumbs[i - 1]) <= timeOf(breadcrumb),
  );
  if (ordered && breadcrumbs.length <= limit) return breadcrumbs;
  return limit > 0 ? inOrder(breadcrumbs).slice(-limit) : [];
}

function mark(breadcrumb: Breadcrumb, source: Source, now: number): Breadcrumb {
  const from =
    source === 'main' ? { [PROCESS_KEY]: 'main' } : { [PROCESS_KEY]: 'renderer', [WINDOW_KEY]: source };
  return {
    ...breadcrumb,
    timestamp: breadcrumb.timestamp ?? now / 1000,
    data: { ...breadcrumb.data, ...from },
  };
}

/** Whether a list in order of time holds this. The SDK copies breadcrumbs, so they are told by what they say. */
function holds(list: readonly Breadcrumb[], { timestamp = 0, category, message }: Breadcrumb): boolean {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (timeOf(list[middle]) < timestamp) from = middle + 1;
    else to = middle;
  }
  for (let one = list[from]; one && timeOf(one) === timestamp; one = list[++from]) {
    if (one.category === category && one.message === message) return true;
  }
  return false;
}

function timeOf(breadcrumb: Breadcrumb | undefined): number {
  return breadcrumb?.timestamp ?? 0;
}

function inOrder(breadcrumbs: readonly Breadcrumb[]): Breadcrumb[] {
  return [...breadcrumbs].sort((a, b) => timeOf(a) - timeOf(b));
}
