/** What breadcrumbs, events, baggage and the replay gate cost in main, and how many breadcrumbs an event has. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Costs } from '../children/costs.ts';
import type { Context, Findings, Row } from '../support/rows.ts';
import { sampleOf } from '../support/stats.ts';

const ROUNDS = 8;
const CHILD = join(import.meta.dirname, '..', 'children', 'costs.ts');
const BREADCRUMB_LIMIT = 20;
const EVENT_LIMIT = 200;
const MOST_BREADCRUMBS = 100;

async function run(side: 'holdfast' | 'stock'): Promise<Costs> {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, side], { env: childEnvironment() });
  const line = stdout.trim().split('\n').at(-1) ?? '';
  return JSON.parse(line) as Costs;
}

/** React and the SDK have other builds for development. */
const childEnvironment = () => ({ ...process.env, NODE_ENV: 'production' });

export async function measureCosts({ log }: Context): Promise<Findings> {
  log(`costs: ${ROUNDS} rounds of both`);
  const found: Record<'holdfast' | 'stock', Costs[]> = { holdfast: [], stock: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = (['holdfast', 'stock'] as const).toSorted(() => (round % 2 === 0 ? -1 : 1));
    for (const side of order) {
      const costs = await run(side);
      if (round > 0) found[side].push(costs);
    }
  }
  type Figure = Exclude<keyof Costs, 'inOrder'>;
  const of = (side: 'holdfast' | 'stock', key: Figure) =>
    sampleOf(found[side].map((costs) => costs[key] ?? Number.NaN));
  const both = (what: string, key: Figure, limit: number): Row => {
    const ours = of('holdfast', key);
    return {
      what,
      unit: 'µs',
      sides: { holdfast: ours, stock: of('stock', key) },
      ratio: { of: 'holdfast', to: 'stock' },
      goal: { text: `≤ ${limit} µs`, isMet: ours.median <= limit },
    };
  };
  const added = of('holdfast', 'event').median - of('stock', 'event').median;
  const crumbs = of('holdfast', 'breadcrumbs');
  const inOrder = found.holdfast.every((costs) => costs.inOrder);
  return {
    rows: [
      {
        what: 'breadcrumbs on an event',
        unit: '',
        sides: { holdfast: crumbs, stock: of('stock', 'breadcrumbs') },
        goal: { text: `≤ ${MOST_BREADCRUMBS}, in order`, isMet: crumbs.most <= MOST_BREADCRUMBS && inOrder },
        note: `in order of time: holdfast ${inOrder ? 'always' : 'not always'}, stock ${found.stock.every((costs) => costs.inOrder) ? 'always' : 'no'}`,
      },
      both('a breadcrumb of main', 'mainBreadcrumb', BREADCRUMB_LIMIT),
      both("a page's breadcrumb, in main", 'pageBreadcrumb', BREADCRUMB_LIMIT),
      {
        what: 'an event with its breadcrumbs',
        unit: 'µs',
        sides: { holdfast: of('holdfast', 'event'), stock: of('stock', 'event') },
        ratio: { of: 'holdfast', to: 'stock' },
        goal: { text: `≤ ${EVENT_LIMIT} µs more than stock`, isMet: added <= EVENT_LIMIT },
        note: `to the transport, in main; no disk, no network; the limits cost ${added.toFixed(0)} µs`,
      },
      {
        what: 'a replay segment through the gate',
        unit: 'µs',
        sides: { holdfast: of('holdfast', 'segment') },
      },
      {
        what: 'bounding a baggage header of 8 kB',
        unit: 'µs',
        sides: { holdfast: of('holdfast', 'baggage') },
      },
    ],
  };
}
