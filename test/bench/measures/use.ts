/**
 * What an hour of use comes to, at the pace of the machine: a page change every ten seconds, most with data that is
 * asked for and kept, a report every minute that nobody takes, and a replay of all of it. Nothing waits out the hour.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../support/app.ts';
import { inPage, launch } from '../launch.ts';
import { type Findings, median } from '../report.ts';
import { createSides } from '../sides.ts';
import { memoryOf, processorOf } from './processes.ts';

const ROUNDS = 2;
const MINUTES = [5, 20, 60] as const;
const NAMES = ['page', 'vite'] as const;
/** Longer than a replay keeps what it recorded: 5.5 s. */
const SETTLED_MS = 6_000;

/** Follows the links in turn, six for each minute; where there is an SDK, the page catches an error with each sixth. */
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

export async function measureUse(): Promise<Findings> {
  const values = NAMES.map(() => ({ memory: MINUTES.map((): number[] => []), processor: [] as number[] }));
  const sides = await createSides();
  try {
    for (let run = 0; run < ROUNDS * NAMES.length; run += 1) {
      const at = run % NAMES.length;
      const name = NAMES[at] as (typeof NAMES)[number];
      const { app, stop } = await launch(await sides.get(name));
      const root = app.process.pid ?? 0;
      const before = processorOf(root);
      for (const [point, minute] of MINUTES.entries()) {
        await inPage(app, use(MINUTES[point - 1] ?? 0, minute), 120_000);
        await pause(SETTLED_MS);
        values[at]?.memory[point]?.push(memoryOf(root, 'Dirty'));
      }
      values[at]?.processor.push(processorOf(root) - before);
      const kept = name === 'page' ? readdirSync(join(app.userData, 'outbox')).length : 60;
      await stop();
      if (kept < 60) throw new Error(`Of 60 reports ${kept} are on disk.`);
    }
  } finally {
    await sides.remove();
  }
  const row = (what: string, pick: (of: (typeof values)[number]) => readonly number[] | undefined) => ({
    what,
    values: Object.fromEntries(values.map((of, at) => [NAMES[at], pick(of)])),
  });
  const points = MINUTES.map((size, at) => ({ size, value: median(values[0]?.memory[at] ?? []) }));
  return {
    rows: [
      { unit: 'MB', ...row('memory written, after 5 min of use', ({ memory }) => memory[0]) },
      { unit: 'MB', ...row('memory written, after an hour of use', ({ memory }) => memory.at(-1)) },
      { unit: 's', ...row('processor, for an hour of use', ({ processor }) => processor) },
    ],
    curves: [{ what: 'memory, by minutes of use', unit: 'MB', points, max: 0.2 }],
  };
}
