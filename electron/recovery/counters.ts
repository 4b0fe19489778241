/** Recovery's counters on disk, so that a crash loop is counted across restarts. */
import { join } from 'node:path';
import * as v from 'valibot';
import { log } from '../app/log.ts';
import { readState, writeState } from '../app/stateFile.ts';
import { BUDGET, type Counters, NO_FAULTS } from './budget.policy.ts';

const Time = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Rejects longer lists: this program never writes more than it counts. */
export const COUNTERS = {
  loads: v.pipe(v.array(Time), v.maxLength(BUDGET.loads)),
  spent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(BUDGET.loads)),
  gpuCrashes: v.pipe(v.array(Time), v.maxLength(BUDGET.gpuCrashes)),
} satisfies { [K in keyof Counters]: v.GenericSchema<unknown, Counters[K]> };

/**
 * Reads the counters from `health.json` in this folder.
 * @returns the counters, and a function that writes new ones before it returns; errors are logged
 */
export function openCounters(folder: string): { counters: Counters; keep(counters: Counters): void } {
  const file = join(folder, 'health.json');
  const { value: counters = NO_FAULTS, problem } = readState(file, COUNTERS);
  if (problem) log(problem);
  return {
    counters,
    keep(kept) {
      const failure = writeState(file, kept);
      if (failure) log(failure);
    },
  };
}
