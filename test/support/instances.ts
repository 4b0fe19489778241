/** Counts the apps on a user data folder. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PAGES_APP, spawnApp } from './app.ts';
import { until } from './until.ts';

/** The main processes that run with a folder. */
export function mainsOf(userData: string): number[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      // Chromium writes them once more, with spaces between them.
      const args = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/) : [];
      const isMain =
        args.includes(`--user-data-dir=${userData}`) && !args.some((one) => /^--type=/.test(one));
      return isMain ? [Number(pid)] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** Whether the window of the newest start has painted. */
export async function isPainted(userData: string): Promise<boolean> {
  const stamp = await readFile(join(userData, 'start.json'), 'utf8').catch(() => '{}');
  return JSON.parse(stamp).attempts === 0;
}

/** Starts the app twice at once: in the end one runs, is the owner, and has painted its window. Ends it. */
export async function startTwo(userData: string, app = PAGES_APP): Promise<void> {
  await rm(join(userData, 'start.json'), { force: true });
  const starts = await Promise.all([1, 2].map(() => spawnApp({ app, userData })));
  await Promise.race(starts.map((one) => one.exited));
  const owner = await until('one owner', async () => {
    const [owner, ...others] = mainsOf(userData);
    // One that starts again is none for a moment, and has no lock.
    const lock = await readlink(join(userData, 'SingletonLock')).catch(() => '');
    const isAlone = others.length === 0 && lock.endsWith(`-${owner}`) && (await isPainted(userData));
    return isAlone ? owner : undefined;
  });
  process.kill(owner, 'SIGTERM');
  expect(await Promise.all(starts.map((one) => one.ended))).toEqual([0, 0]);
}
