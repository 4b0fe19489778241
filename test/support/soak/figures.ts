/** Measures what an app uses, from Linux's /proc and its folder, and judges whether that grew. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { countOf, privateOf } from '../../bench/measures/processes.ts';
import { median } from '../../bench/report.ts';

/**
 * How much more the last quarter's median may be than the first one's: a share of it, and an amount for what has no
 * growth but a level, such as connections kept alive.
 */
const TOLERANCE = {
  // Main's, private, in MB; and its heap after a collection.
  memory: [0.05, 6],
  heap: [0.05, 1],
  descriptors: [0, 6],
  processes: [0, 1],
  // The server's: Chromium keeps up to six alive.
  connections: [0, 6],
  // Open ones of pages that are gone.
  requests: [0, 0],
  // That of the user data, in MB.
  folder: [0.1, 3],
  files: [0.1, 30],
} as const;

export type Figures = Record<keyof typeof TOLERANCE, number>;

/** In main: its JavaScript heap in MB, after a collection. */
export const HEAP = `(() => {
  require('node:v8').setFlagsFromString('--expose-gc');
  require('node:vm').runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1e6;
})()`;

export function measure(main: number, userData: string): Omit<Figures, 'heap' | 'connections' | 'requests'> {
  const sizes = readdirSync(userData, { recursive: true, withFileTypes: true })
    // Crashpad removes those of collected reports ten minutes after its start, and then once a day.
    .filter((entry) => entry.isFile() && !/[\\/]completed$/.test(entry.parentPath))
    // One may have been removed meanwhile.
    .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0);
  return {
    memory: privateOf([main]),
    descriptors: readdirSync(`/proc/${main}/fd`).length,
    processes: countOf(main),
    folder: sizes.reduce((sum, size) => sum + size, 0) / 1e6,
    files: sizes.length,
  };
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
