/** How costs grow with what is there already: medians over a range of sizes, and the slope of their logarithms. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBreadcrumbs } from '../../../electron/telemetry/common/breadcrumbs.ts';
import { makeEntry, Store } from '../../../electron/webapp/data/store.ts';
import { errorEnvelope, idOf } from '../../electron/telemetry/outbox/support/envelopes.ts';
import { startLoopback } from '../../electron/telemetry/outbox/support/loopback.ts';
import { openOutbox } from '../../electron/telemetry/outbox/support/openOutbox.ts';
import { TestFiles } from '../../electron/telemetry/outbox/support/testFiles.ts';
import type { Context, Curve, Findings } from '../support/rows.ts';
import { logSlope, sampleOf } from '../support/stats.ts';
import { drain } from './outbox.ts';

const RUNS = 7;
/** Operations of which one value is the mean. */
const SAMPLES = 50;
/** Of one operation among many: it must not depend on how many there are. */
const CONSTANT = 0.3;
/** Of work on all of them: in proportion, with room for chance. */
const LINEAR = 1.2;

/** A curve of something that is made anew for each size. */
async function curve(
  what: string,
  unit: Curve['unit'],
  limit: number,
  sizes: readonly number[],
  take: (size: number, run: number) => Promise<number> | number,
): Promise<Curve> {
  const values = new Map<number, number[]>(sizes.map((size) => [size, []]));
  for (let run = 0; run <= RUNS; run += 1) {
    for (const size of sizes) values.get(size)?.push(await take(size, run));
  }
  return curveOf(what, unit, limit, values);
}

/** The first run of each size is not counted. */
function curveOf(what: string, unit: Curve['unit'], limit: number, values: Map<number, number[]>): Curve {
  const points = [...values].map(([size, all]) => ({ size, value: sampleOf(all.slice(1)).median }));
  return { what, unit, points, slope: logSlope(points), limit };
}

interface Growing {
  /** Adds the `n`th. */
  add(n: number): unknown;
  close(): void;
}

/** A curve of adding one more to something that grows from size to size; in microseconds. */
async function growingCurve(
  what: string,
  sizes: readonly number[],
  open: (run: number) => Growing,
): Promise<Curve> {
  const values = new Map<number, number[]>(sizes.map((size) => [size, []]));
  for (let run = 0; run <= RUNS; run += 1) {
    const growing = open(run);
    let count = 0;
    for (const size of sizes) {
      for (; count < size; count += 1) await growing.add(count);
      values.get(size)?.push(await each(SAMPLES, () => growing.add(count++)));
    }
    growing.close();
  }
  return curveOf(what, 'µs', CONSTANT, values);
}

/** Microseconds for one of `count`. */
async function each(count: number, run: (n: number) => unknown): Promise<number> {
  const from = performance.now();
  for (let n = 0; n < count; n += 1) await run(n);
  return ((performance.now() - from) / count) * 1000;
}

export async function measureGrowth({ log }: Context): Promise<Findings> {
  log('growth: outbox store and drain, trail, page-data store');
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-growth-'));
  const server = await startLoopback();
  const curves: Curve[] = [];
  try {
    curves.push(
      await growingCurve('store one error, by errors that wait', [100, 300, 1_000, 3_000], (run) => {
        const place = join(folder, `store-${run}`);
        // Without the disk's sync, whose time is the disk's and hides the rest.
        const { outbox, transport } = openOutbox(place, server.url, { mode: 'ask', files: new TestFiles() });
        return {
          add: (n) => transport.send(errorEnvelope(idOf(n))),
          close() {
            outbox.close();
            rmSync(place, { recursive: true });
          },
        };
      }),
      await curve('drain all, by errors that wait', 's', LINEAR, [100, 300, 1_000], async (size, run) => {
        const place = join(folder, `drain-${size}-${run}`);
        const seconds = await drain(place, server, size);
        rmSync(place, { recursive: true });
        return seconds;
      }),
      await curve(
        'add one breadcrumb, by breadcrumbs before',
        'µs',
        CONSTANT,
        [100, 1_000, 10_000, 100_000],
        (size) => {
          const breadcrumbs = createBreadcrumbs();
          for (let n = 0; n < size; n += 1) breadcrumbs.add(1, { timestamp: n, message: `${n}` });
          return each(2_000, (n) => breadcrumbs.add(1, { timestamp: size + n, message: `${n}` }));
        },
      ),
      await curve(
        'read the breadcrumbs, by breadcrumbs before',
        'µs',
        CONSTANT,
        [100, 1_000, 10_000, 100_000],
        (size) => {
          const breadcrumbs = createBreadcrumbs();
          for (let n = 0; n < size; n += 1)
            breadcrumbs.add(n % 2 ? 'main' : 1, { timestamp: n, message: `${n}` });
          return each(200, () => breadcrumbs.read());
        },
      ),
      await growingCurve('keep one page’s data, by answers kept', [30, 100, 300, 1_000], (run) => {
        const place = join(folder, `data-${run}`);
        const store = new Store<object>(place, 1e9, false);
        const entry = makeEntry({}, Buffer.alloc(1_000));
        return { add: (n) => store.write(`/${n}`, entry), close: () => rmSync(place, { recursive: true }) };
      }),
    );
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { rows: [], curves };
}
