/** What a window costs that nobody uses: memory after ten seconds and after a minute more, processor time between. */
import { pause } from '../../support/app.ts';
import { type Launched, launch } from '../launch.ts';
import type { Findings, SideName } from '../report.ts';
import { createSides, type Sides } from '../sides.ts';
import { memoryOf, processorOf } from './processes.ts';

const ROUNDS = 3;
const SETTLED_MS = 10_000;
const IDLE_MS = 60_000;
const NAMES: readonly SideName[] = ['holdfast', 'bare', 'stock', 'electronVite'];

type Values = Record<SideName, number[]>;
const forEachSide = () => Object.fromEntries(NAMES.map((name) => [name, [] as number[]])) as Values;

export async function measureResources(): Promise<Findings> {
  const sides = await createSides();
  const [memory, later, idle] = [forEachSide(), forEachSide(), forEachSide()];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await withAll(sides, round, async (started) => {
        await pause(SETTLED_MS);
        for (const [name, root] of started) memory[name].push(memoryOf(root));
        if (round < ROUNDS - 1) return;
        const before = started.map(([, root]) => processorOf(root));
        await pause(IDLE_MS);
        started.forEach(([name, root], at) => {
          idle[name].push(((processorOf(root) - (before[at] ?? 0)) / (IDLE_MS / 1000)) * 100);
          later[name].push(memoryOf(root));
        });
      });
    }
  } finally {
    await sides.remove();
  }
  const memoryGoals = [{ of: 'holdfast', to: 'stock', max: 0.75 }] as const;
  return {
    rows: [
      { what: 'memory after 10 s, unshared', unit: 'MB', values: memory, goals: memoryGoals },
      { what: 'memory a minute later', unit: 'MB', values: later },
      { what: 'idle: of a core over 60 s', unit: '%', values: idle, goals: [{ of: 'holdfast', max: 0.2 }] },
    ],
  };
}

/** Starts all sides, gives their process ids, and stops them. One after the other: a covered window never paints. */
async function withAll(
  sides: Sides,
  round: number,
  use: (roots: [SideName, number][]) => Promise<void>,
): Promise<void> {
  const started: [SideName, Launched][] = [];
  try {
    for (const at of NAMES.keys()) {
      const name = NAMES[(at + round) % NAMES.length] as SideName;
      started.push([name, await launch(await sides.get(name))]);
    }
    await use(started.map(([name, { app }]) => [name, app.process.pid ?? 0]));
  } finally {
    for (const [, { stop }] of started) await stop();
  }
}
