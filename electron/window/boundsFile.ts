/** The file in which the window's place is kept between launches. */
import * as v from 'valibot';
import { readState, writeState } from '../app/stateFile.ts';
import type { Remembered } from './bounds.policy.ts';

/** DIPs that no desktop reaches: beyond it the file was not written by this program. */
const FARTHEST = 1_000_000;
const Coordinate = v.pipe(v.number(), v.integer(), v.minValue(-FARTHEST), v.maxValue(FARTHEST));
const Length = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(FARTHEST));
const ENTRIES = {
  bounds: v.strictObject({ x: Coordinate, y: Coordinate, width: Length, height: Length }),
  mode: v.picklist(['normal', 'maximized', 'fullscreen']),
};

/** Reads what is remembered: nothing without a file, or with one that cannot be used. */
export function readWindowFile(file: string): { remembered?: Remembered; problem?: string } {
  const { value, ...rest } = readState(file, ENTRIES);
  return { ...(value && { remembered: value }), ...rest };
}

/** Writes it. Returns what went wrong, if anything did. */
export function writeWindowFile(file: string, { bounds, mode }: Remembered): string | undefined {
  const { x, y, width, height } = bounds;
  return writeState(file, { bounds: { x, y, width, height }, mode });
}
