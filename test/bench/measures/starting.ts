/** Start-up, from spawning a process to its painted page, on every side in turn. */
import { launch, type Moment, type StartTimes } from '../launchApp.ts';
import { type Findings, type Goal, inTurn, median, type Row, type SideName } from '../report.ts';
import type { Sides } from '../sides.ts';

const MAIN = ['holdfast', 'stock', 'electronVite'] as const;
const ERROR = ['bare', ...MAIN] as const;
const FIRST = ['page', 'web', 'webReports', 'sdk', 'vite'] as const;
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
  const page = (times: StartTimes) => times.page;
  const read = ({ took }: StartTimes) => (took.read ?? 0) / 1000;
  /** Reports cost the SDK, whatever is around it. */
  const main = {
    value: of('sdk', load),
    of: `the SDK alone; in Holdfast's compile ${compile}, Crashpad ${crashpad}, disk ${disk}`,
  };
  const script = { value: of('web', read) + of('sdk', read), of: 'without reports, and the SDK alone' };
  /** Without Holdfast: a bare window with this page, and the SDK in its main. */
  const withSdk = (name: SideName) => {
    const [bare, sdk] = [of(name, page), of('sdk', page) - of('vite', page)];
    return { value: bare + sdk, of: `${name} ${bare.toFixed(0)} + SDK ${sdk.toFixed(0)}` };
  };
  const alone = { value: of('bareAddress', page), of: 'the bare window' };
  const rows = [
    row('main: load and init', load, [...MAIN, 'web', 'sdk'], main, [goal('holdfast', 0.2, 'stock')]),
    {
      ...row("main's script until the window exists", read, ['holdfast', 'web', 'sdk'], script),
      ...{ unit: 'kB' as const, goals: [goal('holdfast', 400), goal('web', 250)] },
    },
    row('start → main begins', ({ begin }) => begin),
    row('start → window', ({ window }) => window),
    row('start → first paint', ({ firstPaint }) => firstPaint),
    row('start → painted error page', page, ERROR, withSdk('bare'), [
      goal('holdfast', 1.1, 'bare'),
      goal('holdfast', 0.52, 'stock'),
    ]),
    row('start → painted first page', page, FIRST, withSdk('vite'), [
      goal('page', 1.15, 'vite'),
      goal('web', 1.1, 'vite'),
      goal('webReports', 1.15, 'vite'),
    ]),
    row('start → painted page of a server', page, ADDRESS, alone, [goal('address', 1.05, 'bareAddress')]),
  ];
  const phasesOf = (name: SideName) =>
    ENDS.map((end, at) => ({ phase: PHASES[at] ?? end, at: of(name, (times) => times[end]) }));
  return { rows, timeline: Object.fromEntries(NAMES.map((name) => [name, phasesOf(name)])) };
}
