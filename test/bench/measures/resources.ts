/** What a window costs that nobody uses: memory after ten seconds, processor time over a minute. */
import { readdirSync, readFileSync } from 'node:fs';
import { pause } from '../../support/app.ts';
import type { Context, Findings, Row } from '../support/rows.ts';
import { createSides, type SideName } from '../support/sides.ts';
import { type Started, startSide } from '../support/start.ts';
import { sampleOf } from '../support/stats.ts';

const ROUNDS = 7;
const SETTLED_MS = 10_000;
const IDLE_MS = 60_000;
/** The kernel's clock ticks a second: it is 100 on every Linux. */
const TICKS = 100;
const NAMES: readonly SideName[] = ['stock', 'holdfast', 'bare'];
const DSN = 'http://key@127.0.0.1:9/1';

interface Process {
  pid: number;
  kind: 'main' | 'page' | 'other';
}

/** The process and all that it started. */
function treeOf(root: number): Process[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    // After the name, which may hold anything: the state, then the parent.
    const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const walk = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(walk)];
  return walk(root).map((pid) => ({ pid, kind: pid === root ? 'main' : kindOf(pid) }));
}

function kindOf(pid: number): Process['kind'] {
  return read(`/proc/${pid}/cmdline`)?.includes('--type=renderer') ? 'page' : 'other';
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
function processorTime(root: number): number {
  let ticks = 0;
  for (const { pid } of treeOf(root)) {
    const fields =
      read(`/proc/${pid}/stat`)
        ?.replace(/^.*\) /s, '')
        .split(' ') ?? [];
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / TICKS;
}

export async function measureResources({ log }: Context): Promise<Findings> {
  if (process.platform !== 'linux') {
    log('memory, idle: read from /proc, so on Linux only');
    return { rows: [] };
  }
  log(`memory: ${ROUNDS} rounds, all sides at once; idle: one minute`);
  const sides = await createSides(DSN, () => Promise.reject(new Error('not a side of this measure')));
  const memory = new Map<SideName, Record<Process['kind'] | 'all', number>[]>();
  const idle = new Map<SideName, number>();
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = new Map<SideName, Started>();
      try {
        const starts = await Promise.allSettled(
          NAMES.map(async (name) => {
            started.set(name, await startSide(await sides.side(name)));
          }),
        );
        for (const one of starts) if (one.status === 'rejected') throw one.reason;
        await pause(SETTLED_MS);
        for (const [name, { app }] of started) {
          const sum = { main: 0, page: 0, other: 0, all: 0 };
          for (const { pid, kind } of treeOf(app.process.pid ?? 0)) {
            const own = ownMemory(pid);
            sum[kind] += own;
            sum.all += own;
          }
          memory.set(name, [...(memory.get(name) ?? []), sum]);
        }
        if (round < ROUNDS - 1) continue;
        const pids = [...started].map(([name, { app }]) => [name, app.process.pid ?? 0] as const);
        const before = pids.map(([, pid]) => processorTime(pid));
        await pause(IDLE_MS);
        pids.forEach(([name, pid], at) => {
          idle.set(name, ((processorTime(pid) - (before[at] ?? 0)) / (IDLE_MS / 1000)) * 100);
        });
      } finally {
        for (const one of started.values()) await one.stop();
      }
    }
  } finally {
    await sides.remove();
  }
  const row = (what: string, kind: Process['kind'] | 'all'): Row => ({
    what,
    unit: 'MB',
    sides: Object.fromEntries(
      NAMES.map((name) => [name, sampleOf((memory.get(name) ?? []).map((sums) => sums[kind]))]),
    ),
    ratio: { of: 'holdfast', to: 'stock' },
  });
  const used = idle.get('holdfast') ?? Number.NaN;
  return {
    rows: [
      row('memory after 10 s: main', 'main'),
      row('memory after 10 s: page', 'page'),
      { ...row('memory after 10 s: all processes', 'all'), note: 'memory that no other process shares' },
      {
        what: 'idle: a core over 60 s',
        unit: '%',
        sides: Object.fromEntries([...idle].map(([name, value]) => [name, sampleOf([value])])),
        goal: { text: '≤ 1 % of a core', isMet: used <= 1 },
        note: 'one run, all sides at once',
      },
    ],
  };
}
