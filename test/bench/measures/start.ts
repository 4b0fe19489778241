/** Start: from the order to start a process to its painted error page, on every side in turn. */

import { startNextBaseline } from '../support/nextBaseline.ts';
import { type Context, type Findings, type Row, ratioOf } from '../support/rows.ts';
import { createSides, type SideName } from '../support/sides.ts';
import { type StartTimes, startSide } from '../support/start.ts';
import { sampleOf } from '../support/stats.ts';

const ROUNDS = 8;
const NAMES: readonly SideName[] = ['stock', 'holdfast', 'bare', 'next'];
/** A closed port of loopback: both Sentry set-ups find no server, as offline. */
const DSN = 'http://key@127.0.0.1:9/1';

type Values = StartTimes & { load: number } & Record<'bytesFirst' | 'bytesError' | 'bytesAll', number>;

export async function measureStart({ log }: Context): Promise<Findings> {
  log(`start: ${ROUNDS} rounds of ${NAMES.join(', ')}`);
  const next = await startNextBaseline();
  const sides = await createSides(DSN, next.url);
  const found = new Map<SideName, Values[]>(NAMES.map((name) => [name, []]));
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each side is first, second, third and last equally often.
      const order = NAMES.map((_, at) => NAMES[(at + round) % NAMES.length] as SideName);
      for (const name of order) {
        const started = await startSide(await sides.side(name));
        await started.stop();
        const { times, bytes } = started;
        // The first round warms the disk for all alike.
        if (round === 0) continue;
        found.get(name)?.push({
          ...times,
          load: times.loaded - times.begin,
          bytesFirst: bytes.beforeFirstPaint,
          bytesError: bytes.beforeErrorPage,
          bytesAll: bytes.all,
        });
      }
    }
  } finally {
    await sides.remove();
    await next.stop();
  }
  const row = (
    what: string,
    pick: (values: Values) => number,
    names = NAMES,
    unit: Row['unit'] = 'ms',
  ): Row => ({
    what,
    unit,
    sides: Object.fromEntries(names.map((name) => [name, sampleOf((found.get(name) ?? []).map(pick))])),
    ratio: { of: 'holdfast', to: 'stock' },
  });
  const rows = [
    row('main: load and init', ({ load }) => load, ['holdfast', 'stock']),
    row('main: load and init, processor time', ({ cpu }) => cpu, ['holdfast', 'stock']),
    row('start → main begins', ({ begin }) => begin),
    row('start → window', ({ window }) => window),
    row('start → first paint', ({ firstPaint }) => firstPaint),
    row('start → painted error page', ({ errorPage }) => errorPage),
    row('main begins → painted error page', ({ begin, errorPage }) => errorPage - begin),
    row('page before its first paint', ({ bytesFirst }) => bytesFirst / 1000, NAMES, 'kB'),
    row('page before its error page', ({ bytesError }) => bytesError / 1000, NAMES, 'kB'),
    row('page in all', ({ bytesAll }) => bytesAll / 1000, NAMES, 'kB'),
  ];
  judge(rows);
  const phases: [string, keyof StartTimes][] = [
    ['runtime', 'begin'],
    ['main', 'loaded'],
    ['Chromium', 'ready'],
    ['window', 'navigation'],
    ['first paint', 'firstPaint'],
    ['error page', 'errorPage'],
  ];
  const timeline = Object.fromEntries(
    NAMES.map((name) => [
      name,
      phases.map(([phase, key]) => ({
        phase,
        at: sampleOf((found.get(name) ?? []).map((values) => values[key])).median,
      })),
    ]),
  );
  return { rows, timeline };
}

/** Compares with design §8. */
function judge(rows: Row[]): void {
  const find = (what: string) => rows.find((row) => row.what === what) as Row;
  const load = find('main: load and init');
  const share = ratioOf(load) ?? Number.NaN;
  const ms = load.sides.holdfast?.median ?? Number.NaN;
  load.goal = { text: '≤ 35 ms, or ≤ 0.12 of stock', isMet: ms <= 35 || share <= 35 / 288 };
  load.note = 'the 35 ms are of a quiet machine, where stock took 288 ms';

  const page = find('start → painted error page');
  const reached = ratioOf(page) ?? Number.NaN;
  const floor = (page.sides.bare?.median ?? Number.NaN) / (page.sides.stock?.median ?? Number.NaN);
  page.goal = { text: '≤ 0.6 of stock', isMet: reached <= 0.6 };
  page.note = `a bare window takes ${floor.toFixed(2)} of stock on this runtime`;

  const paint = find('start → first paint');
  paint.ratio = { of: 'holdfast', to: 'bare' };
  paint.goal = { text: '≤ 1.1 of bare', isMet: (ratioOf(paint) ?? Number.NaN) <= 1.1 };
}
