/** From the click on the icon of an installed deb to its painted first page: files in memory, or first read from the disk. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, writeFileSync } from 'node:fs';
import { hasDebian } from '../../support/debian.ts';
import { launch } from '../launchApp.ts';
import { type Findings, type Goal, inRounds, median, type Row, type SideName } from '../report.ts';
import type { Sides } from '../sides.ts';

const NAMES: readonly SideName[] = [
  ...(['web', 'webReports', 'vite', 'sdk', 'address', 'addressReports', 'bareAddress'] as const),
  ...(hasDebian() ? (['chromium'] as const) : []),
];
/** Writing 3 makes Linux forget what it has read of files. */
const CACHES = '/proc/sys/vm/drop_caches';
/** Whether this user may empty the caches. */
function mayForget(): boolean {
  try {
    accessSync(CACHES, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const startAll = (sides: Sides, rounds: number, isCold: boolean) =>
  inRounds(NAMES, rounds, async (name) => {
    const side = await sides.installed(name);
    if (isCold) {
      execFileSync('sync');
      writeFileSync(CACHES, '3');
    }
    const { times, stop } = await launch(side, isCold ? 2_000 : undefined);
    await stop();
    return { page: times.page };
  });

const GOALS: readonly Goal[] = [
  ['web', 1.1, 'vite'],
  ['webReports', 1.15, 'vite'],
  ['address', 1.05, 'bareAddress'],
  ['addressReports', 1.15, 'bareAddress'],
];

export async function measureIcon(sides: Sides, rounds = 9): Promise<Findings> {
  const row = (what: string, values: Row['values']): Row => ({
    ...{ what: `icon → first page, ${what}`, unit: 'ms', values, goals: GOALS },
    // Without reports it is the bare window itself.
    floor: { value: median(values.sdk ?? []), of: 'a bare window with the SDK' },
  });
  const rows = [row('files in memory', (await startAll(sides, rounds, false)).page)];
  // Each takes three times as long as one from memory.
  if (mayForget())
    rows.push(row('files on the disk', (await startAll(sides, Math.min(rounds, 5), true)).page));
  else console.log('icon: only root may empty the caches, so no start from the disk is measured');
  return { rows };
}
