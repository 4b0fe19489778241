/** What a window costs that nobody uses: memory after ten seconds and after a minute more, processor time between. */
import { readdirSync, readFileSync } from 'node:fs';
import { pause } from '../../support/app.ts';
import { type Launched, launch } from '../launch.ts';
import type { Findings, SideName } from '../report.ts';
import { createSides, type Sides } from '../sides.ts';

const ROUNDS = 3;
const SETTLED_MS = 10_000;
const IDLE_MS = 60_000;
/** The kernel's clock ticks a second: it is 100 on every Linux. */
const TICKS = 100;
const NAMES: readonly SideName[] = ['holdfast', 'bare', 'stock', 'electronVite'];

interface Process {
  pid: number;
  parent: number;
  /** Of processor time, of itself and in the kernel. */
  ticks: number;
}

/** The process and all that it started. */
function treeOf(root: number): Process[] {
  const all = readdirSync('/proc').flatMap((name): Process[] => {
    // After the name, which may hold anything: the state, then the parent.
    const fields =
      /^\d+$/.test(name) &&
      read(`/proc/${name}/stat`)
        ?.replace(/^.*\) /s, '')
        .split(' ')
        .map(Number);
    if (!fields) return [];
    const [, parent = 0, , , , , , , , , , user = 0, system = 0] = fields;
    return [{ pid: Number(name), parent, ticks: user + system }];
  });
  const startedBy = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...startedBy(one.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...startedBy(root)];
}

/** A file of the kernel; undefined when its process is gone. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Memory that only this process has, in MB: what would be free without it. */
function ownMemory(pid: number): number {
  const text = read(`/proc/${pid}/smaps_rollup`) ?? '';
  const kilobytes = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)].map(([, value]) =>
    Number(value),
  );
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1000;
}

/** Seconds of processor time that the tree has used. */
const processorTime = (root: number) => treeOf(root).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS;

type Values = Record<SideName, number[]>;
const forEachSide = () => Object.fromEntries(NAMES.map((name) => [name, [] as number[]])) as Values;

export async function measureResources(): Promise<Findings> {
  if (process.platform !== 'linux') {
    console.error('memory, idle: read from /proc, so on Linux only');
    return { rows: [] };
  }
  const sides = await createSides();
  const [memory, later, idle] = [forEachSide(), forEachSide(), forEachSide()];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await withAll(sides, round, async (started) => {
        await pause(SETTLED_MS);
        for (const [name, root] of started) memory[name].push(memoryOf(root));
        if (round < ROUNDS - 1) return;
        const before = started.map(([, root]) => processorTime(root));
        await pause(IDLE_MS);
        started.forEach(([name, root], at) => {
          idle[name].push(((processorTime(root) - (before[at] ?? 0)) / (IDLE_MS / 1000)) * 100);
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

const memoryOf = (root: number) => treeOf(root).reduce((sum, { pid }) => sum + ownMemory(pid), 0);

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
