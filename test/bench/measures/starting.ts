/** Start-up, from spawning a process to its painted page, on every side in turn. */
import { launch, type Moment, type StartTimes } from '../launchApp.ts';
import { type Findings, type Goal, inTurn, median, type Row, type SideName } from '../report.ts';
import type { Sides } from '../sides.ts';

const MAIN = ['holdfast', 'stock', 'electronVite'] as const;
const ERROR = ['bare', ...MAIN] as const;
const FIRST = ['page', 'pageOffline', 'web', 'webReports', 'vite'] as const;
const ADDRESS = ['address', 'bareAddress'] as const;
const NAMES: readonly SideName[] = [...ERROR, ...FIRST, ...ADDRESS];
/** The phases of a start and where they end. */
const PHASES = ['runtime', 'main', 'Chromium', 'window', 'first paint', 'page'];
const ENDS: readonly Moment[] = ['begin', 'loaded', 'ready', 'navigation', 'firstPaint', 'page'];

async function startAll(sides: Sides, rounds: number) {
  const found: Record<string, StartTimes[]> = Object.fromEntries(NAMES.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of inTurn(NAMES, round)) {
      const { times, stop } = await launch(await sides.get(name));
      await stop();
      if (round > 0) found[name]?.push(times);
    }
  }
  return found;
}

const goal = (...goal: Goal) => goal;
const load = ({ loaded, begin }: StartTimes) => loaded - begin;

/** @param rounds each starts every side once; an extra first round does not count */
export async function measureStart(sides: Sides, rounds = 9): Promise<Findings> {
  const found = await startAll(sides, rounds);
  const of = (name: SideName, pick: (times: StartTimes) => number) => median(found[name]?.map(pick) ?? []);
  const row = (
    what: string,
    pick: (times: StartTimes) => number,
    names = NAMES,
    floor?: Row['floor'],
    goals: Goal[] = [],
  ): Row => ({
    ...{ what, unit: 'ms', goals, ...(floor && { floor }) },
    values: Object.fromEntries(names.map((name) => [name, found[name]?.map(pick)])),
  });
  const parts = ['compile', 'Crashpad', 'disk'].map((what) => of('holdfast', ({ took }) => took[what] ?? 0));
  const [compile, crashpad, disk] = parts.map((ms) => ms.toFixed(1));
  const main = {
    value: parts.reduce((sum, ms) => sum + ms, 0),
    of: `compile ${compile} + Crashpad ${crashpad} + disk ${disk}; the rest of main is script`,
  };
  /** The floor: a page without a main of its own, plus our main. */
  const behindMain = (name: SideName, without: SideName) => {
    const [page, own] = [of(without, (times) => times.page), of(name, load)];
    return { value: page + own, of: `${without} ${page.toFixed(0)} + main ${own.toFixed(0)}` };
  };
  const page = (times: StartTimes) => times.page;
  const [error, first, server] = [
    behindMain('holdfast', 'bare'),
    behindMain('page', 'vite'),
    behindMain('address', 'bareAddress'),
  ];
  const rows = [
    row('main: load and init', load, MAIN, main, [goal('holdfast', 0.2, 'stock')]),
    {
      ...row("main's script until the window exists", ({ took }) => (took.read ?? 0) / 1000, [
        'holdfast',
        'web',
      ]),
      ...{ unit: 'kB' as const, goals: [goal('holdfast', 400), goal('web', 250)] },
    },
    row('start → main begins', ({ begin }) => begin),
    row('start → window', ({ window }) => window),
    row('start → first paint', ({ firstPaint }) => firstPaint),
    row('start → painted error page', page, ERROR, error, [
      goal('holdfast', 1.1, 'bare'),
      goal('holdfast', 0.52, 'stock'),
    ]),
    row('start → painted first page', page, FIRST, first, [
      goal('page', 1.15, 'vite'),
      goal('pageOffline', 1.15, 'vite'),
      goal('web', 1.1, 'vite'),
      goal('webReports', 1.15, 'vite'),
    ]),
    row('start → painted page of a server', page, ADDRESS, server, [goal('address', 1.05, 'bareAddress')]),
  ];
  const phasesOf = (name: SideName) =>
    ENDS.map((end, at) => ({ phase: PHASES[at] ?? end, at: of(name, (times) => times[end]) }));
  return { rows, timeline: Object.fromEntries(NAMES.map((name) => [name, phasesOf(name)])) };
}
