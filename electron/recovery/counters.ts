/** Recovery's counters on disk, so that a loop cannot begin anew with each launch. */
import * as v from 'valibot';
import { readState, writeState } from '../app/stateFile.ts';
import { BUDGET, type Counters, NO_FAULTS } from './budget.policy.ts';

const Time = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Longer lists are not this program's: it writes no more than it counts. */
const ENTRIES = {
  loads: v.pipe(v.array(Time), v.maxLength(BUDGET.loads)),
  spent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(BUDGET.loads)),
  gpuCrashes: v.pipe(v.array(Time), v.maxLength(BUDGET.gpuCrashes)),
};

/** Reads the counters. Without a file, or with one that cannot be used, nothing has failed. */
export function readHealth(file: string): { counters: Counters; problem?: string } {
  const { value = NO_FAULTS, ...rest } = readState(file, ENTRIES);
  return { counters: value, ...rest };
}

/** Writes the counters. Returns what went wrong, if anything did; they then hold for this run. */
export const writeHealth = (file: string, counters: Counters): string | undefined =>
  writeState(file, counters);
