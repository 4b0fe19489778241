/** Start-up, from spawning a process to its painted page, on every side in turn. */
import { launch, type Moment } from '../launchApp.ts';
import { type Findings, type Goal, inRounds, median, type Row } from '../report.ts';
import type { Sides } from '../sides.ts';

const MAIN = ['holdfast', 'stock', 'electronVite'] as const;
const ERROR = ['bare', ...MAIN] as const;
const FIRST = ['page', 'web', 'webReports', 'sdk', 'vite'] as const;
const ADDRESS = ['address', 'bareAddress'] as const;
const NAMES = [...ERROR, ...FIRST, ...ADDRESS];
type Side = (typeof NAMES)[number];
const PHASES = ['runtime', 'main', 'Chromium', 'window', 'first paint', 'page'];
const ENDS: readonly Moment[] = ['begin', 'loaded', 'ready', 'navigation', 'firstPaint', 'page'];

const goal = (...goal: Goal) => goal;

/** @param rounds each starts every side once; an extra first round does not count */
export async function measureStart(sides: Sides, rounds = 9): Promise<Findings> {
  const found = await inRounds(NAMES, rounds, async (name) => {
    const { times, stop } = await launch(await sides.get(name));
    await stop();
    return { ...times, load: times.loaded - times.begin, read: times.read / 1000 };
  });
  const of = (name: Side, figure: keyof typeof found) => median(found[figure][name]);
  type More = Pick<Row, 'floor' | 'goals'>;
  const row = (
    what: string,
    figure: keyof typeof found,
    names: readonly Side[] = NAMES,
    more?: More,
  ): Row => ({
    ...{ what, unit: 'ms', ...more },
    values: Object.fromEntries(names.map((name) => [name, found[figure][name]])),
  });
  const parts = (['compile', 'Crashpad', 'disk'] as const).map((what) => of('holdfast', what));
  const [compile, crashpad, disk] = parts.map((ms) => ms.toFixed(1));
  /** Reports cost the SDK, whatever is around it. */
  const main = {
    value: of('sdk', 'load'),
    of: `the SDK alone; in Holdfast's compile ${compile}, Crashpad ${crashpad}, disk ${disk}`,
  };
  const script = { value: of('web', 'read') + of('sdk', 'read'), of: 'without reports, and the SDK alone' };
  /** Without Holdfast: a bare window with this page, and the SDK in its main. */
  const withSdk = (name: Side) => {
    const [bare, sdk] = [of(name, 'page'), of('sdk', 'page') - of('vite', 'page')];
    return { value: bare + sdk, of: `${name} ${bare.toFixed(0)} + SDK ${sdk.toFixed(0)}` };
  };
  const alone = { value: of('bareAddress', 'page'), of: 'the bare window' };
  const first: Goal[] = [
    goal('page', 1.15, 'vite'),
    goal('web', 1.1, 'vite'),
    goal('webReports', 1.15, 'vite'),
  ];
  const read = row("main's script until the window exists", 'read', ['holdfast', 'web', 'sdk']);
  const rows: Row[] = [
    row('main: load and init', 'load', [...MAIN, 'web', 'sdk'], {
      ...{ floor: main, goals: [goal('holdfast', 0.2, 'stock')] },
    }),
    { ...read, floor: script, unit: 'kB', goals: [goal('holdfast', 400), goal('web', 250)] },
    row('start → main begins', 'begin'),
    row('start → window', 'window'),
    row('start → first paint', 'firstPaint'),
    row('start → painted error page', 'page', ERROR, {
      ...{ floor: withSdk('bare'), goals: [goal('holdfast', 1.1, 'bare'), goal('holdfast', 0.52, 'stock')] },
    }),
    row('start → painted first page', 'page', FIRST, { floor: withSdk('vite'), goals: first }),
    row('start → painted page of a server', 'page', ADDRESS, {
      ...{ floor: alone, goals: [goal('address', 1.05, 'bareAddress')] },
    }),
  ];
  const phasesOf = (name: Side) => ENDS.map((end, at) => ({ phase: PHASES[at] ?? end, at: of(name, end) }));
  return { rows, timeline: Object.fromEntries(NAMES.map((name) => [name, phasesOf(name)])) };
}
