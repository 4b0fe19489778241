/** Recovery's counters on disk, so that a crash loop is counted across restarts. */
import { join } from 'node:path';
import * as v from 'valibot';
import { stateFile } from '../app/stateFile.ts';
import { BUDGET, type Counters } from './budget.policy.ts';

const Time = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Rejects longer lists: this program never writes more than it counts. */
export const COUNTERS = {
  loads: v.pipe(v.array(Time), v.maxLength(BUDGET.loads)),
  spent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(BUDGET.loads)),
  gpuCrashes: v.pipe(v.array(Time), v.maxLength(BUDGET.gpuCrashes)),
} satisfies { [K in keyof Counters]: v.GenericSchema<unknown, Counters[K]> };

export const countersFile = (folder: string) => stateFile(join(folder, 'health.json'), COUNTERS);
