/**
 * `npm run bench [-- --only NAME] [--json FILE] [--charts DIR]`: Holdfast and its baselines side by side.
 * Exits with 1 if a goal is missed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasDisplay, startDisplay } from '../../electron/dev/display.ts';
import { findElectron } from '../../electron/dev/electron.ts';
import { PROJECT } from '../support/app.ts';
import { measureBaggage } from './measures/baggage.ts';
import { measureCosts } from './measures/costs.ts';
import { measureGrowth } from './measures/growth.ts';
import { measureOffline } from './measures/offline.ts';
import { measureOutbox } from './measures/outbox.ts';
import { measureResources } from './measures/resources.ts';
import { measureSize } from './measures/size.ts';
import { measureStart } from './measures/start.ts';
import { growthChart } from './output/growthChart.ts';
import { startChart } from './output/startChart.ts';
import { curvesOf, tableOf } from './output/table.ts';
import type { Curve, Measure, Row, Timeline } from './support/rows.ts';

const MEASURES: Readonly<Record<string, Measure>> = {
  start: measureStart,
  resources: measureResources,
  size: measureSize,
  costs: measureCosts,
  baggage: measureBaggage,
  outbox: measureOutbox,
  offline: measureOffline,
  growth: measureGrowth,
};

function usage(problem: string): never {
  console.error(`bench: ${problem}`);
  console.error(
    `usage: npm run bench -- [--only ${Object.keys(MEASURES).join('|')}] [--json FILE] [--charts DIR]`,
  );
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', multiple: true },
        json: { type: 'string' },
        charts: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return usage((error as Error).message);
  }
}

const { only = Object.keys(MEASURES), json, charts = join(PROJECT, '.build', 'bench') } = readArguments();
const unknown = only.filter((name) => !(name in MEASURES));
if (unknown.length > 0) usage(`there is no measure "${unknown.join('", "')}"`);

const began = Date.now();
const display = hasDisplay() ? undefined : await startDisplay({ managed: true });
if (display) process.env.DISPLAY = display.name;
const runtime = `electron ${(await findElectron()).version}`;
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${process.platform} ${process.arch}`;
console.log(`runtime: ${runtime}; ${machine}; Node ${process.versions.node}`);
console.log('median (least–most); fresh data each time, the first round is not counted');
const rows: Row[] = [];
const curves: Curve[] = [];
let timeline: Timeline | undefined;
for (const name of only) {
  const from = Date.now();
  const found = await (MEASURES[name] as Measure)({ log: (line) => console.error(line) });
  rows.push(...found.rows);
  curves.push(...(found.curves ?? []));
  timeline ??= found.timeline;
  console.error(`${name}: ${((Date.now() - from) / 1000).toFixed(0)} s`);
}
console.log(`\n${tableOf(rows)}`);
if (curves.length > 0) console.log(`\n${curvesOf(curves)}`);

const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`written: ${file}`);
};
if (timeline) write(join(charts, 'bench-start.svg'), startChart(timeline, runtime));
if (curves.length > 0) write(join(charts, 'bench-growth.svg'), growthChart(curves, runtime));
const seconds = Math.round((Date.now() - began) / 1000);
if (json) {
  const at = new Date(began).toISOString();
  write(json, `${JSON.stringify({ at, runtime, machine, seconds, rows, curves, timeline }, null, 2)}\n`);
}
const missed = [
  ...rows.filter(({ goal }) => goal && !goal.isMet).map(({ what }) => what),
  ...curves.filter(({ slope, limit }) => slope > limit).map(({ what }) => what),
];
console.log(
  `\n${seconds} s in all; ${missed.length > 0 ? `missed: ${missed.join('; ')}` : 'every goal is met'}`,
);
display?.stop();
process.exitCode = missed.length > 0 ? 1 : 0;
