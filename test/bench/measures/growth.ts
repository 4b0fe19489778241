/** How costs grow with the amount of data: medians over a range of sizes, and their log-log slope. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createBreadcrumbs } from '../../../electron/telemetry/common/breadcrumbs.ts';
import { errorEnvelope, idOf } from '../../electron/telemetry/outbox/support/envelopes.ts';
import { openOutbox } from '../../electron/telemetry/outbox/support/openOutbox.ts';
import { TestDisk } from '../../electron/telemetry/outbox/support/testDisk.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { type Curve, type Findings, median } from '../report.ts';

/** Goals: a single operation must not depend on the size; work on everything may be linear. */
const [CONSTANT, LINEAR] = [0.2, 1.2];

/** @param begin starts a run and returns the function that measures at each size; the first run does not count */
async function curve(
  what: string,
  unit: Curve['unit'],
  max: number,
  sizes: readonly number[],
  begin: (run: number) => (size: number) => Promise<number>,
): Promise<Curve> {
  const values = sizes.map((): number[] => []);
  for (let run = 0; run <= 7; run += 1) {
    const take = begin(run);
    for (const [at, size] of sizes.entries()) values[at]?.push(await take(size));
  }
  const points = sizes.map((size, at) => ({ size, value: median(values[at]?.slice(1) ?? []) }));
  return { what, unit, points, max };
}

/** Microseconds to add one more at each size: the mean of 50. */
function growing(add: (n: number) => unknown): (size: number) => Promise<number> {
  let count = 0;
  return async (size) => {
    for (; count < size; count += 1) await add(count);
    return await each(50, () => add(count++));
  };
}

/** Microseconds for each of `count`. */
async function each(count: number, run: (n: number) => unknown): Promise<number> {
  const from = performance.now();
  for (let n = 0; n < count; n += 1) await run(n);
  return ((performance.now() - from) / count) * 1000;
}

/** Seconds from starting to send until the server has everything. */
async function drain(folder: string, server: EnvelopeServer, count: number): Promise<number> {
  // Filling is not measured, so it skips syncing.
  const { outbox, transport } = openOutbox(folder, server.url, {
    mode: 'ask',
    disk: new TestDisk(folder),
  });
  for (let n = 0; n < count; n += 1) await transport.send(errorEnvelope(idOf(n), { bytes: 4_000 }));
  outbox.close();
  const { outbox: sending } = openOutbox(folder, server.url, { mode: 'ask' });
  const end = server.taken.length + count;
  const from = performance.now();
  sending.setMode('on');
  // Asks the server: the outbox's own state sums up everything that waits.
  while (server.taken.length < end) await wait(2);
  sending.close();
  return (performance.now() - from) / 1_000;
}

export async function measureGrowth(): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-growth-'));
  const server = await startEnvelopeServer();
  const many = [100, 1_000, 10_000, 100_000];
  const crumb = (n: number) => ({ timestamp: n, message: `${n}` });
  const crumbs = (size: number) => {
    const breadcrumbs = createBreadcrumbs();
    for (let n = 0; n < size; n += 1) breadcrumbs.add(n % 2 ? 'main' : 1, crumb(n));
    return breadcrumbs;
  };
  const store = (run: number) => {
    // Without syncing: the disk's time would hide the rest.
    const disk = new TestDisk(join(folder, `store-${run}`));
    const { transport } = openOutbox(disk.folder, server.url, { mode: 'ask', disk });
    return growing((n) => transport.send(errorEnvelope(idOf(n))));
  };
  const drained = (run: number) => (size: number) => drain(join(folder, `${size}-${run}`), server, size);
  const add = () => (size: number) => {
    const breadcrumbs = crumbs(size);
    return each(2_000, (n) => breadcrumbs.add(1, crumb(size + n)));
  };
  const read = () => (size: number) => {
    const breadcrumbs = crumbs(size);
    return each(200, () => breadcrumbs.read());
  };
  try {
    const curves = [
      await curve('store one error, by errors that wait', 'µs', CONSTANT, [100, 300, 1_000, 3_000], store),
      await curve('drain all, by errors that wait', 's', LINEAR, [100, 300, 1_000], drained),
      await curve('add one breadcrumb, by breadcrumbs before', 'µs', CONSTANT, many, add),
      await curve('read the breadcrumbs, by breadcrumbs before', 'µs', CONSTANT, many, read),
    ];
    return { rows: [], curves };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
