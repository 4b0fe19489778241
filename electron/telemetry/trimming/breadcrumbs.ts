/** Breadcrumbs of both processes. Only this module keeps them, not the SDK's scopes. */
import type { Breadcrumb } from '@sentry/core';
import { LIMITS, RESERVED_BREADCRUMBS, type Trail } from '../../shared/limitValues/limits.ts';
import { boundBreadcrumb } from './size.ts';

export const WINDOW_TAG = 'event.window';

/** Where a breadcrumb comes from: main, or the page in the window with this `webContents.id`. */
export type Source = 'main' | number;

interface Reading {
  /** Later ones are ignored; in seconds. */
  until?: number | undefined;
  own?: readonly Breadcrumb[];
  source?: Source;
}

export type Breadcrumbs = ReturnType<typeof createBreadcrumbs>;

/** Keeps breadcrumbs of main, and of all pages together, up to the limit each. A time in the future becomes the current. */
export function createBreadcrumbs(
  clock: () => number = Date.now,
  { most = LIMITS.breadcrumbs.value, dropFirst = [] }: Trail = {},
) {
  const isLesser = ({ category = '' }: Breadcrumb) => dropFirst.includes(category);
  const kept: Record<'main' | 'page', Breadcrumb[]> = { main: [], page: [] };
  const now = () => clock() / 1000;

  /** Corrects times that are in the future because the clock was set back; those breadcrumbs came before `latest`. */
  function correct(latest = Number.POSITIVE_INFINITY): void {
    const time = now();
    for (const one of [...kept.main, ...kept.page])
      if (timeOf(one) > time) one.timestamp = Math.min(time, latest);
  }
  /** The newest `count`, in order of time. For finished items too: the app's event processors may have added some. */
  function bounded(breadcrumbs: readonly Breadcrumb[], count = most): Breadcrumb[] {
    const ordered = inOrder(breadcrumbs);
    const going = new Set(ordered.filter(isLesser).slice(0, Math.max(0, ordered.length - count)));
    const kept = ordered.filter((one) => !going.has(one));
    // `slice(-0)` would be all.
    return kept.slice(Math.max(0, kept.length - count));
  }

  return {
    add(source: Source, breadcrumb: Breadcrumb) {
      correct();
      const list = kept[source === 'main' ? 'main' : 'page'];
      list.push(mark(breadcrumb, source, now()));
      if (list.length > most) list.splice(Math.max(0, list.findIndex(isLesser)), 1);
    },
    clear() {
      kept.main = [];
      kept.page = [];
    },
    /** Returns the newest of each process up to the reserve, then of both. */
    read({ until = Number.POSITIVE_INFINITY, own = [], source = 'main' }: Reading = {}) {
      correct(until);
      const told = new Set(source === 'main' ? [] : kept.page.map(keyOf));
      const all = own.slice(-most).map((breadcrumb) => mark(breadcrumb, source, now()));
      const marked = all.slice(all.findLastIndex((one) => told.has(keyOf(one))) + 1);
      const groups = (['main', 'page'] as const).map((process) => {
        const list = kept[process].filter((breadcrumb) => timeOf(breadcrumb) <= until);
        const isOfThisProcess = marked.length > 0 && (process === 'main') === (source === 'main');
        return isOfThisProcess ? inOrder([...list, ...marked]) : list;
      });
      const reserved = groups.flatMap((group) => group.slice(-RESERVED_BREADCRUMBS));
      const others = groups.flatMap((group) => group.slice(0, -RESERVED_BREADCRUMBS));
      return inOrder([...bounded(others, most - reserved.length), ...reserved]);
    },
    bounded,
  };
}

/** Limits its size, and marks it with its process and window. */
function mark(breadcrumb: Breadcrumb, source: Source, now: number): Breadcrumb {
  const bound = boundBreadcrumb(breadcrumb, now);
  bound.timestamp = Math.min(timeOf(bound), now);
  const from =
    source === 'main'
      ? { 'electron.process': 'main' }
      : { 'electron.process': 'renderer', 'electron.window': source };
  return { ...bound, data: { ...bound.data, ...from } };
}

/** A page may have sent breadcrumbs before the report that contains them. */
const keyOf = ({ timestamp, category, message }: Breadcrumb) => `${timestamp} ${category} ${message}`;

const timeOf = ({ timestamp = 0 }: Breadcrumb) => timestamp;

const inOrder = (breadcrumbs: readonly Breadcrumb[]) => breadcrumbs.toSorted((a, b) => timeOf(a) - timeOf(b));
