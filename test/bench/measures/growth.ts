/** How costs grow with what is there already: medians over a range of sizes, and the slope of their logarithms. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEntry, openStore } from '../../../electron/protocol/data/store.ts';
import { createTrail } from '../../../electron/telemetry/trail.ts';
import { errorEnvelope, idOf } from '../../electron/telemetry/outbox/support/envelopes.ts';
import { startLoopback } from '../../electron/telemetry/outbox/support/loopback.ts';
import { openOutbox } from '../../electron/telemetry/outbox/support/openOutbox.ts';
import { TestFiles } from '../../electron/telemetry/outbox/support/testFiles.ts';
import type { Context, Curve, Findings } from '../support/rows.ts';
import { logSlope, sampleOf } from '../support/stats.ts';
import { drain } from './outbox.ts';

const RUNS = 7;
/** Of one operation among many: it must not depend on how many there are. */
const CONSTANT = 0.3;
/** Of work on all of them: in proportion, with room for chance. */
const LINEAR = 1.2;

async function curve(
  what: string,
  unit: Curve['unit'],
  limit: number,
  sizes: readonly number[],
  take: (size: number, run: number) => Promise<number> | number,
): Promise<Curve> {
  const points: Curve['points'] = [];
  for (const size of sizes) {
    const values: number[] = [];
    for (let run = 0; run <= RUNS; run += 1) values.push(await take(size, run));
    points.push({ size, value: sampleOf(values.slice(1)).median });
  }
  return { what, unit, points, slope: logSlope(points), limit };
}

/** Microseconds for one of `count`. */
async function each(count: number, run: (n: number) => unknown): Promise<number> {
  const from = performance.now();
  for (let n = 0; n < count; n += 1) await run(n);
  return ((performance.now() - from) / count) * 1000;
}

export async function measureGrowth({ say }: Context): Promise<Findings> {
  say('growth: outbox store and drain, trail, page-data store');
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-growth-'));
  const server = await startLoopback();
  const curves: Curve[] = [];
  try {
    curves.push(
      await curve(
        'store one error, by errors that wait',
        'µs',
        CONSTANT,
        [100, 300, 1_000, 3_000],
        async (size, run) => {
          const place = join(folder, `store-${size}-${run}`);
          // Without the disk's sync, whose time is the disk's and hides the rest.
          const { outbox, transport } = openOutbox(place, server.url, {
            mode: 'ask',
            files: new TestFiles(),
          });
          for (let n = 0; n < size; n += 1) await transport.send(errorEnvelope(idOf(n)));
          const cost = await each(100, (n) => transport.send(errorEnvelope(idOf(size + n))));
          outbox.close();
          rmSync(place, { recursive: true });
          return cost;
        },
      ),
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
          const trail = createTrail();
          for (let n = 0; n < size; n += 1) trail.add(1, { timestamp: n, message: `${n}` }, n);
          return each(2_000, (n) => trail.add(1, { timestamp: size + n, message: `${n}` }, size + n));
        },
      ),
      await curve(
        'read the trail, by breadcrumbs before',
        'µs',
        CONSTANT,
        [100, 1_000, 10_000, 100_000],
        (size) => {
          const trail = createTrail();
          for (let n = 0; n < size; n += 1) trail.add(n % 3, { timestamp: n, message: `${n}` }, n);
          return each(200, () => trail.read());
        },
      ),
      await curve(
        'keep one page’s data, by answers kept',
        'µs',
        CONSTANT,
        [100, 300, 1_000, 3_000],
        async (size, run) => {
          const place = join(folder, `data-${size}-${run}`);
          const store = openStore<object>(place, 1e9, false);
          const entry = makeEntry({}, Buffer.alloc(1_000));
          for (let n = 0; n < size; n += 1) await store.write(`/${n}`, entry);
          const cost = await each(100, (n) => store.write(`/${size + n}`, entry));
          rmSync(place, { recursive: true });
          return cost;
        },
      ),
    );
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { rows: [], curves };
}
