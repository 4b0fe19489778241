/** The file in which the window's place is kept between launches. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { writeFileAtomicSync } from '../app/atomicFile.ts';
import type { Remembered } from './bounds.policy.ts';

const FORMAT = 1;
/** DIPs that no desktop reaches: beyond it the file was not written by this program. */
const FARTHEST = 1_000_000;
const Coordinate = v.pipe(v.number(), v.integer(), v.minValue(-FARTHEST), v.maxValue(FARTHEST));
const Length = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(FARTHEST));
const FileSchema = v.strictObject({
  format: v.literal(FORMAT),
  bounds: v.strictObject({ x: Coordinate, y: Coordinate, width: Length, height: Length }),
  mode: v.picklist(['normal', 'maximized', 'fullscreen']),
});

/**
 * Reads what is remembered. Without a file nothing is; with one that cannot be read, or is not this program's,
 * nothing is either and `problem` says so. Never throws.
 */
export function readWindowFile(file: string): { remembered?: Remembered; problem?: string } {
  try {
    const { bounds, mode } = v.parse(FileSchema, JSON.parse(readFileSync(file, 'utf8')));
    return { remembered: { bounds, mode } };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    return {
      problem: `The window's place could not be read from ${file} and is the usual one: ${reason(error)}`,
    };
  }
}

/** Writes it whole or not at all, and before it returns. Returns what went wrong, if anything did. */
export function writeWindowFile(file: string, { bounds, mode }: Remembered): string | undefined {
  const { x, y, width, height } = bounds;
  try {
    const kept = { format: FORMAT, bounds: { x, y, width, height }, mode };
    writeFileAtomicSync(file, `${JSON.stringify(kept)}\n`);
    return undefined;
  } catch (error) {
    return `The window's place could not be written to ${file} and is not remembered: ${reason(error)}`;
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
