/** Start: from the order to start a process to its painted page, on every side in turn. */
import { launch, type StartTimes } from '../launch.ts';
import { type Findings, median, type Row, type SideName } from '../report.ts';
import { createSides } from '../sides.ts';

const ROUNDS = 9;
const ERROR: readonly SideName[] = ['holdfast', 'bare', 'stock', 'electronVite'];
const MAIN: readonly SideName[] = ['holdfast', 'stock', 'electronVite'];
const NAMES: readonly SideName[] = [...ERROR, 'page', 'pageOffline', 'vite'];
const PHASES: readonly [phase: string, end: keyof StartTimes][] = [
  ['runtime', 'begin'],
  ['main', 'loaded'],
  ['Chromium', 'ready'],
  ['window', 'navigation'],
  ['first paint', 'firstPaint'],
  ['page', 'page'],
];

export async function measureStart(): Promise<Findings> {
  const sides = await createSides();
  const found = Object.fromEntries(NAMES.map((name) => [name, [] as StartTimes[]]));
  try {
    // The first round warms the disk for all alike.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const order = NAMES.map((_, at) => NAMES[(at + round) % NAMES.length] as SideName);
      for (const name of order) {
        const { times, stop } = await launch(await sides.get(name));
        await stop();
        if (round > 0) found[name]?.push(times);
      }
    }
  } finally {
    await sides.remove();
  }
  const row = (
    what: string,
    pick: (times: StartTimes) => number,
    names = NAMES,
    goals: Row['goals'] = [],
  ): Row => ({
    what,
    unit: 'ms',
    values: Object.fromEntries(names.map((name) => [name, found[name]?.map(pick)])),
    goals,
  });
  const main = [{ of: 'holdfast', to: 'stock', max: 0.11 }] as const;
  const rows = [
    row('main: load and init', ({ loaded, begin }) => loaded - begin, MAIN, main),
    row('main: load and init, processor', ({ cpu }) => cpu, MAIN),
    row('start → main begins', ({ begin }) => begin),
    row('start → window', ({ window }) => window),
    row('start → first paint', ({ firstPaint }) => firstPaint),
    row('start → painted error page', ({ page }) => page, ERROR, [
      { of: 'holdfast', to: 'bare', max: 1.1 },
      { of: 'holdfast', to: 'stock', max: 0.6 },
    ]),
    row(
      'start → painted first page',
      ({ page }) => page,
      ['page', 'pageOffline', 'vite'],
      [
        { of: 'page', to: 'vite', max: 1.15 },
        { of: 'pageOffline', to: 'vite', max: 1.15 },
      ],
    ),
  ];
  const timeline = Object.fromEntries(
    Object.entries(found).map(([name, all]) => [
      name,
      PHASES.map(([phase, end]) => ({ phase, at: median(all.map((times) => times[end])) })),
    ]),
  );
  return { rows, timeline };
}
