/**
 * `npm run bench [-- --only NAME] [--json FILE]`: Holdfast and its baselines side by side. The charts
 * go to `.build/bench`. Exits with 1 if a goal is missed on a machine that was not busy before.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasDisplay, startDisplay } from '../../electron/dev/display.ts';
import { findElectron } from '../../electron/dev/electron.ts';
import { PROJECT } from '../support/app.ts';
import { growthChart, startChart } from './charts.ts';
import { measureGrowth } from './measures/growth.ts';
import { measureResources } from './measures/resources.ts';
import { measureSize } from './measures/size.ts';
import { measureStart } from './measures/start.ts';
import { measureUse } from './measures/use.ts';
import { type Findings, missedOf, tableOf } from './report.ts';

const MEASURES: Readonly<Record<string, () => Promise<Findings>>> = {
  start: measureStart,
  ...(process.platform === 'linux' && { resources: measureResources, use: measureUse }),
  size: measureSize,
  growth: measureGrowth,
};
/** Of what the machine's processors can do; above it others use them and times are not judged. */
const MAX_LOAD = 0.5;

const { only = Object.keys(MEASURES), json } = parseArgs({
  options: { only: { type: 'string', multiple: true }, json: { type: 'string' } },
}).values;
for (const name of only) {
  if (name in MEASURES) continue;
  throw new Error(`There is no measure "${name}". --only takes ${Object.keys(MEASURES).join(', ')}.`);
}

const began = Date.now();
const display = hasDisplay() ? undefined : await startDisplay({ managed: true });
if (display) process.env.DISPLAY = display.name;
const runtime = `electron ${(await findElectron()).version}`;
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${process.platform} ${process.arch}`;
console.log(`runtime: ${runtime}; ${machine}; Node ${process.versions.node}`);
console.log('median (least–most); fresh data each time, the first round is not counted');
const load = (loadavg()[0] ?? 0) / cpus().length;
const isBusy = load > MAX_LOAD;
if (isBusy) console.log(`The machine is busy (load ${load.toFixed(1)} of 1): missed goals are not judged.`);
const all: Findings & { curves: NonNullable<Findings['curves']> } = { rows: [], curves: [] };
for (const name of only) {
  const from = Date.now();
  const found = await (MEASURES[name] as () => Promise<Findings>)();
  all.rows.push(...found.rows);
  all.curves.push(...(found.curves ?? []));
  all.timeline ??= found.timeline;
  console.log(`\n${name}, ${((Date.now() - from) / 1000).toFixed(0)} s\n${tableOf(found)}`);
}

const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`written: ${file}`);
};
const charts = join(PROJECT, '.build', 'bench');
if (all.timeline) write(join(charts, 'bench-start.svg'), startChart(all.timeline, runtime));
if (all.curves.length > 0) write(join(charts, 'bench-growth.svg'), growthChart(all.curves, runtime));
const seconds = Math.round((Date.now() - began) / 1000);
if (json) {
  const at = new Date(began).toISOString();
  write(json, `${JSON.stringify({ at, runtime, machine, load, seconds, ...all }, null, 2)}\n`);
}
const missed = missedOf(all);
console.log(`\n${seconds} s in all; ${missed.length > 0 ? `missed: ${missed.join('; ')}` : 'all met'}`);
display?.stop();
process.exitCode = missed.length > 0 && !isBusy ? 1 : 0;
