/**
 * An hour of use at machine speed: a page change every ten seconds, most with data that is fetched and stored, a report
 * every minute while no server is reachable, and a replay of it all.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../support/app.ts';
import { inPage, launch } from '../launchApp.ts';
import type { Findings, Row } from '../report.ts';
import type { Sides } from '../sides.ts';
import { memoryOf, processorOf } from './processes.ts';

const MINUTES = [5, 20, 60] as const;
const NAMES = ['page', 'vite'] as const;

/** MB after each of MINUTES, and seconds taken. */
type Sample = { memory: readonly number[]; processor: number };

/** Follows the links in turn, six a minute; with an SDK, the page reports an error at every sixth. */
const use = (from: number, to: number) => `(async () => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const scope = globalThis.__SENTRY__?.[__SENTRY__.version].defaultCurrentScope;
  for (let n = ${from * 6}; n < ${to * 6}; n += 1) {
    const link = document.querySelectorAll('nav a')[(n + 1) % 5];
    link.click();
    for (let waits = 0; document.querySelector('h1').innerText !== link.innerText; waits += 1) {
      if (waits > 1_000) throw new Error(link.innerText + ' did not come: ' + document.body.innerText);
      await pause(10);
    }
    if (n % 6 === 0) scope?.captureException(new Error('Caught in use: ' + n));
    await pause(50);
  }
})()`;

export async function measureUse(sides: Sides): Promise<Findings> {
  const samples = { page: [] as Sample[], vite: [] as Sample[] };
  for (let round = 0; round < 2; round += 1) {
    for (const name of NAMES) {
      const { app, root, stop } = await launch(await sides.get(name));
      const before = processorOf(root);
      const memory: number[] = [];
      for (const [at, minute] of MINUTES.entries()) {
        await inPage(app, use(MINUTES[at - 1] ?? 0, minute), 120_000);
        // Longer than a replay buffers its recording: 5.5 s.
        await pause(6_000);
        memory.push(memoryOf(root, 'Dirty'));
      }
      samples[name].push({ memory, processor: processorOf(root) - before });
      const kept = name === 'page' ? readdirSync(join(app.userData, 'outbox')).length : 60;
      await stop();
      if (kept < 60) throw new Error(`Of 60 reports ${kept} are on disk.`);
    }
  }
  const row = (what: string, unit: Row['unit'], pick: (sample: Sample) => number): Row => ({
    ...{ what, unit, values: { page: samples.page.map(pick), vite: samples.vite.map(pick) } },
  });
  const rows = MINUTES.map((minute, at) =>
    row(`memory written, ${minute} min of use`, 'MB', ({ memory }) => memory[at] ?? Number.NaN),
  );
  rows.push(row('processor, for an hour of use', 's', ({ processor }) => processor));
  return { rows };
}
