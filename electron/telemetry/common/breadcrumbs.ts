/** Breadcrumbs of both processes. Only this module keeps them, not the SDK's scopes. */
import type { Breadcrumb } from '@sentry/core';
import { LIMITS, type Trail } from '../../shared/limits/limits.ts';
import { boundBreadcrumb } from './size.ts';

const MAX = LIMITS.breadcrumbs.value;

/** How many of each process's newest breadcrumbs every report contains, however many the other process makes. */
export const RESERVED = 20;

export const PROCESS_KEY = 'electron.process';
export const WINDOW_KEY = 'electron.window';
export const WINDOW_TAG = 'event.window';

/** Where a breadcrumb comes from: main, or the page in the window with this `webContents.id`. */
export type Source = 'main' | number;

type IsLesser = (breadcrumb: Breadcrumb) => boolean;

interface ReportBreadcrumbs {
  /** Ignores later breadcrumbs; in seconds since the epoch. */
  until?: number | undefined;
  own?: readonly Breadcrumb[];
  source?: Source;
}

export type Breadcrumbs = ReturnType<typeof createBreadcrumbs>;

/** Keeps breadcrumbs of main, and of all pages together, up to the limit each. A time in the future becomes the current. */
export function createBreadcrumbs(
  clock: () => number = Date.now,
  { most = MAX, dropFirst = [] }: Trail = {},
) {
  const isLesser: IsLesser = ({ category = '' }) => dropFirst.includes(category);
  const kept: Record<'main' | 'page', Breadcrumb[]> = { main: [], page: [] };
  const now = () => clock() / 1000;

  /** Corrects times that are in the future because the clock was set back; those breadcrumbs came before `latest`. */
  function correct(latest = Number.POSITIVE_INFINITY): void {
    const time = now();
    for (const one of [...kept.main, ...kept.page])
      if (timeOf(one) > time) one.timestamp = Math.min(time, latest);
  }

  return {
    /** Adds a breadcrumb, limited in size and marked with its process and window. Returns the stored breadcrumb. */
    add(source: Source, breadcrumb: Breadcrumb): Breadcrumb {
      correct();
      const list = kept[source === 'main' ? 'main' : 'page'];
      const marked = mark(breadcrumb, source, now());
      list.push(marked);
      if (list.length > most) list.splice(Math.max(0, list.findIndex(isLesser)), 1);
      return marked;
    },
    clear() {
      kept.main = [];
      kept.page = [];
    },
    /** Returns the newest breadcrumbs for a report, at most the limit, in order of time. */
    read({ until = Number.POSITIVE_INFINITY, own = [], source = 'main' }: ReportBreadcrumbs = {}) {
      correct(until);
      const told = new Set(source === 'main' ? [] : kept.page.map(keyOf));
      const all = own.slice(-most).map((breadcrumb) => mark(breadcrumb, source, now()));
      const marked = all.slice(all.findLastIndex((one) => told.has(keyOf(one))) + 1);
      const groups = (['main', 'page'] as const).map((process) => {
        const list = kept[process].filter((breadcrumb) => timeOf(breadcrumb) <= until);
        const isOfThisProcess = marked.length > 0 && (process === 'main') === (source === 'main');
        return isOfThisProcess ? inOrder([...list, ...marked]) : list;
      });
      return newestOf(groups, most, isLesser);
    },
    /** For finished items, because the app's event processors may have added some. */
    bounded: (breadcrumbs: readonly Breadcrumb[]) => bounded(breadcrumbs, most, isLesser),
  };
}

/** Chooses at most the limit, in order of time: the latest of each group up to the reserve, then the newest of all. */
function newestOf(groups: readonly Breadcrumb[][], most: number, isLesser: IsLesser): Breadcrumb[] {
  const reserved = groups.flatMap((group) => group.slice(-RESERVED));
  const others = groups.flatMap((group) => group.slice(0, -RESERVED));
  return inOrder([...bounded(others, most - reserved.length, isLesser), ...reserved]);
}

function bounded(breadcrumbs: readonly Breadcrumb[], most: number, isLesser: IsLesser): Breadcrumb[] {
  const ordered = inOrder(breadcrumbs);
  const going = new Set(ordered.filter(isLesser).slice(0, Math.max(0, ordered.length - most)));
  // `slice(-0)` would be all.
  const kept = ordered.filter((one) => !going.has(one));
  return kept.slice(Math.max(0, kept.length - most));
}

function mark(breadcrumb: Breadcrumb, source: Source, now: number): Breadcrumb {
  const bound = boundBreadcrumb(breadcrumb, now);
  bound.timestamp = Math.min(timeOf(bound), now);
  const from =
    source === 'main' ? { [PROCESS_KEY]: 'main' } : { [PROCESS_KEY]: 'renderer', [WINDOW_KEY]: source };
  return { ...bound, data: { ...bound.data, ...from } };
}

/** A page may have sent breadcrumbs before the report that contains them. */
function keyOf({ timestamp, category, message }: Breadcrumb): string {
  return `${timestamp} ${category} ${message}`;
}

function timeOf(breadcrumb: Breadcrumb | undefined): number {
  return breadcrumb?.timestamp ?? 0;
}

function inOrder(breadcrumbs: readonly Breadcrumb[]): Breadcrumb[] {
  return [...breadcrumbs].sort((a, b) => timeOf(a) - timeOf(b));
}
