/** Recovery's counters on disk, so that a loop cannot begin anew with each launch. */
import * as v from 'valibot';
import { BUDGET, type Counters } from './budget.policy.ts';

const Time = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Longer lists are not this program's: it writes no more than it counts. */
export const COUNTERS = {
  loads: v.pipe(v.array(Time), v.maxLength(BUDGET.loads)),
  spent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(BUDGET.loads)),
  gpuCrashes: v.pipe(v.array(Time), v.maxLength(BUDGET.gpuCrashes)),
} satisfies { [K in keyof Counters]: v.GenericSchema<unknown, Counters[K]> };
