/**
 * `npm run bench [-- --only NAME] [--rounds N] [--readme]`: Holdfast beside its baselines. Figures and a chart go to
 * `.build/bench`, and with `--readme`, which measures everything, also to where the README shows them. Exits with 1 if a
 * goal is missed, unless `--rounds` was given. On a busy machine no time is judged.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasDisplay } from '../../electron/tool/setup/display.ts';
import { findElectron } from '../../electron/tool/setup/electron.ts';
import { PROJECT } from '../support/app.ts';
import { startManagedDisplay } from '../support/managedDisplay.ts';
import { startChart } from './chart.ts';
import { lookAtLoad, takeLoad } from './loadTime.ts';
import { measureDrain } from './measures/drain.ts';
import { measureIcon } from './measures/icon.ts';
import { measureSite } from './measures/ownOrigin.ts';
import { measureResources } from './measures/resources.ts';
import { measureScale } from './measures/scale.ts';
import { measureSize } from './measures/sizes.ts';
import { measureStart } from './measures/starting.ts';
import { measureTransfer } from './measures/transfer.ts';
import { writeReadme } from './readme.ts';
import { type Findings, missedOf, tableOf } from './report.ts';
import { createSides, type Sides } from './sides.ts';

const MEASURES: Record<string, (sides: Sides, rounds?: number) => Promise<Findings>> = {
  start: measureStart,
  ...(process.platform === 'linux' && { icon: measureIcon }),
  site: measureSite,
  transfer: measureTransfer,
  ...(process.platform === 'linux' && { resources: measureResources, scale: measureScale }),
  size: measureSize,
  drain: measureDrain,
};

const options = {
  only: { type: 'string', multiple: true },
  rounds: { type: 'string' },
  readme: { type: 'boolean' },
} as const;
const { readme, rounds, ...chosen } = parseArgs({ options }).values;
// `scale` takes minutes.
const only = chosen.only ?? Object.keys(MEASURES).filter((name) => readme || name !== 'scale');
const unknown = only.find((name) => !(name in MEASURES));
if (unknown) throw new Error(`There is no "${unknown}". --only takes ${Object.keys(MEASURES).join(', ')}.`);

const display = hasDisplay() ? undefined : await startManagedDisplay();
if (display) Object.assign(process.env, display.env);
const { version } = await findElectron();
const runtime = `Electron ${version}`;
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${process.platform} ${process.arch}`;
console.log(`runtime: ${runtime}; ${machine}; Node ${process.versions.node}`);
console.log('median (least–most); fresh data each time, the first round is not counted');
const all: Findings = { rows: [] };
const missed: string[] = [];
const loads: Record<string, number> = {};
const sides = await createSides();
try {
  for (const name of only) {
    await lookAtLoad();
    const found = (await MEASURES[name]?.(sides, rounds ? Number(rounds) : undefined)) ?? { rows: [] };
    await lookAtLoad();
    const { load, isBusy } = takeLoad();
    loads[name] = load;
    all.rows.push(...found.rows);
    all.timeline ??= found.timeline;
    missed.push(...missedOf(found, isBusy));
    const share = `others used ${(load * 100).toFixed(0)} % of the processors`;
    console.log(`\n${name}: ${share}${isBusy ? ', too much to judge times' : ''}\n${tableOf(found, isBusy)}`);
  }
} finally {
  await sides.remove();
  display?.stop();
}

const at = new Date().toISOString();
const from = `${runtime}, ${machine}, ${at.slice(0, 10)}`;
const folder = join(PROJECT, '.build', 'bench');
mkdirSync(folder, { recursive: true });
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
if (all.timeline) write('bench-start.svg', startChart(all.timeline, from));
write('bench.json', JSON.stringify({ at, runtime, machine, loads, ...all }, null, 2));
if (readme) writeReadme(all, from);
const verdict = missed.length > 0 ? `missed: ${missed.join('; ')}` : 'all met that were judged';
console.log(`\n${Math.round(performance.now() / 1000)} s in all; ${verdict}`);
process.exitCode = missed.length > 0 && !rounds ? 1 : 0;
