/** Measures what an app uses, from Linux's /proc and its folder, and judges whether that grew. */
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { countOf, privateOf } from '../../bench/measures/processes.ts';
import { median } from '../../bench/report.ts';

/** One line of the soak. Memory and folder are in MB. */
export interface Figures {
  /** Main's private memory. */
  memory: number;
  /** Main's JavaScript heap, after a collection. */
  heap: number;
  /** Main's open files. */
  descriptors: number;
  processes: number;
  /** The server's open connections. */
  connections: number;
  /** Requests of pages that are gone. */
  requests: number;
  /** The user data folder. */
  folder: number;
  files: number;
}

/**
 * How much more the last quarter's median may be than the first one's: a share of it, and an amount for what has no
 * growth but a level, such as connections kept alive.
 */
export const TOLERANCE: Record<keyof Figures, readonly [share: number, amount: number]> = {
  memory: [0.05, 6],
  heap: [0.05, 1],
  descriptors: [0, 6],
  processes: [0, 1],
  // Chromium keeps up to six connections to a server alive.
  connections: [0, 6],
  requests: [0, 0],
  folder: [0.1, 3],
  files: [0.1, 30],
};

/** In main: its JavaScript heap in MB, after a collection. */
export const HEAP = `(() => {
  require('node:v8').setFlagsFromString('--expose-gc');
  require('node:vm').runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1e6;
})()`;

/** Reads what the system knows about main and its folder. */
export function measure(main: number, userData: string): Omit<Figures, 'heap' | 'connections' | 'requests'> {
  const sizes = readdirSync(userData, { recursive: true, withFileTypes: true })
    // Crashpad removes those of collected reports ten minutes after its start, and then once a day.
    .filter((entry) => entry.isFile() && !/[\\/]completed$/.test(entry.parentPath))
    .map(({ parentPath, name }) => sizeOf(join(parentPath, name)));
  return {
    memory: privateOf([main]),
    descriptors: readdirSync(`/proc/${main}/fd`).length,
    processes: countOf(main),
    folder: sizes.reduce((sum, size) => sum + size, 0) / 1e6,
    files: sizes.length,
  };
}

/** 0 for a file that was removed meanwhile. */
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** What a process has open, by kind, such as `socket 20, /dev/shm 4`, to explain growth. */
export function openedBy(pid: number): string {
  const kinds: Record<string, number> = {};
  for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
    const kind = targetOf(`/proc/${pid}/fd/${descriptor}`).replace(/:?\[\d+\]$|\d+/g, '');
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return Object.entries(kinds)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return 'closed meanwhile';
  }
}

/** Returns what grew beyond its tolerance, in words. The samples must be in order. */
export function grown(samples: readonly Figures[]): string[] {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  return (Object.keys(TOLERANCE) as (keyof Figures)[]).flatMap((name) => {
    const [from, to] = [samples.slice(0, quarter), samples.slice(-quarter)].map((part) =>
      median(part.map((one) => one[name])),
    ) as [number, number];
    const [share, amount] = TOLERANCE[name];
    return to <= from * (1 + share) + amount ? [] : [`${name}: ${from.toFixed(1)} → ${to.toFixed(1)}`];
  });
}

export const line = (figures: Figures) =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(1)}`)
    .join('  ');
