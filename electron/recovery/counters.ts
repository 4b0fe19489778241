/** Recovery's counters on disk, so that a loop cannot begin anew with each launch. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { writeFileAtomicSync } from '../app/atomicFile.ts';
import { BUDGET, type Counters, NO_FAULTS } from './recovery.policy.ts';

const Time = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Longer lists are not this program's: it writes no more than it counts. */
const FORMAT = 1;
const FileSchema = v.strictObject({
  format: v.literal(FORMAT),
  loads: v.pipe(v.array(Time), v.maxLength(BUDGET.loads)),
  spent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(BUDGET.loads)),
  gpuCrashes: v.pipe(v.array(Time), v.maxLength(BUDGET.gpuCrashes)),
  gpuOffVersion: v.nullable(v.string()),
});

/**
 * Reads the counters. A file that is not there means that nothing failed; one that cannot be read, or is not this
 * program's, means the same and a `problem` that says so. Never throws: health must not keep the app from starting.
 * @param file path of the counters' file, in the user's data folder
 */
export function readHealth(file: string): { counters: Counters; problem?: string } {
  try {
    const { format: _, ...counters } = v.parse(FileSchema, JSON.parse(readFileSync(file, 'utf8')));
    return { counters };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { counters: NO_FAULTS };
    const reason = error instanceof Error ? error.message : String(error);
    return {
      counters: NO_FAULTS,
      problem: `The counters of earlier failures could not be read from ${file} and begin at zero: ${reason}`,
    };
  }
}

/**
 * Writes the counters whole or not at all, and before it returns, because the process may end next.
 * @returns what went wrong, for the diagnostics page; the app goes on with the counters in memory
 */
export function writeHealth(file: string, counters: Counters): string | undefined {
  try {
    writeFileAtomicSync(file, `${JSON.stringify({ format: FORMAT, ...counters })}\n`);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The counters of failures could not be written to ${file}; they hold for this run only: ${reason}`;
  }
}
