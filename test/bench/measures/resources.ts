/** What an idle window costs: memory after ten seconds and after another minute, and processor time in between. */
import { pause } from '../../support/app.ts';
import { type Launched, launch } from '../launchApp.ts';
import { type Findings, inTurn, median } from '../report.ts';
import type { Sides } from '../sides.ts';
import { memoryOf, processorOf } from './processes.ts';

const IDLE_S = 60;
const NAMES = ['holdfast', 'silent', 'bare', 'stock', 'electronVite'] as const;

type Values = Record<(typeof NAMES)[number], number[]>;
const none = (): Values => ({ holdfast: [], silent: [], bare: [], stock: [], electronVite: [] });

export async function measureResources(sides: Sides, rounds = 3): Promise<Findings> {
  const [memory, later, idle] = [none(), none(), none()];
  for (let round = 0; round < rounds; round += 1) {
    const started: [(typeof NAMES)[number], Launched][] = [];
    try {
      // One at a time: a covered window never paints.
      for (const name of inTurn(NAMES, round)) started.push([name, await launch(await sides.get(name))]);
      await pause(10_000);
      for (const [name, { root }] of started) memory[name].push(memoryOf(root));
      if (round < rounds - 1) continue;
      const before = started.map(([, { root }]) => processorOf(root));
      await pause(IDLE_S * 1000);
      for (const [at, [name, { root }]] of started.entries()) {
        idle[name].push(((processorOf(root) - (before[at] ?? 0)) / IDLE_S) * 100);
        later[name].push(memoryOf(root));
      }
    } finally {
      for (const [, { stop }] of started) await stop();
    }
  }
  // The rest is the SDK, mostly its replay.
  const floor = (values: Values) => ({ value: median(values.silent), of: 'Holdfast without reports' });
  const [goals, calm] = [[['holdfast', 0.7, 'stock']], [['holdfast', 0.2]]] as const;
  return {
    rows: [
      { what: 'memory after 10 s, unshared', unit: 'MB', values: memory, goals, floor: floor(memory) },
      { what: 'memory a minute later', unit: 'MB', values: later },
      { what: 'idle: of a core over 60 s', unit: '%', values: idle, goals: calm, floor: floor(idle) },
    ],
  };
}
