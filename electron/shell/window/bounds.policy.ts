/** Decides where to put the window, from its last position and a screen; and what is kept of it. Pure. */
import type { Rectangle, Size } from 'electron';
import * as v from 'valibot';

/** In DIPs. No desktop is larger: this program did not write a file with a larger value. */
const FARTHEST = 1_000_000;
const Coordinate = v.pipe(v.number(), v.integer(), v.minValue(-FARTHEST), v.maxValue(FARTHEST));
const Length = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(FARTHEST));

/** `window.json`: the window's position between launches. */
export const REMEMBERED = {
  /** While neither maximised nor full screen, in DIPs, on the desktop that all screens share. */
  bounds: v.strictObject({ x: Coordinate, y: Coordinate, width: Length, height: Length }),
  mode: v.picklist(['normal', 'maximized', 'fullscreen']),
};

export type Remembered = v.InferOutput<v.StrictObjectSchema<typeof REMEMBERED, undefined>>;

/** Returns `at`, moved as little as possible so that `length` from there fits between `start` and `start + room`. */
const inside = (at: number, length: number, start: number, room: number): number =>
  Math.max(start, Math.min(at, start + room - length));

/**
 * Changes the position as little as possible so that the whole window is in the screen's work area. A larger window
 * shrinks, but not below `smallest`; its upper left corner, with the title, stays on the screen.
 */
export function placeOn(bounds: Rectangle, area: Rectangle, smallest: Size): Rectangle {
  const { width, height } = sizeOn(bounds, area, smallest);
  const x = inside(bounds.x, width, area.x, area.width);
  return { x, y: inside(bounds.y, height, area.y, area.height), width, height };
}

/** Returns a size that fits the area but is not below the smallest. */
export const sizeOn = (size: Size, area: Size, smallest: Size): Size => ({
  width: Math.max(smallest.width, Math.min(size.width, area.width)),
  height: Math.max(smallest.height, Math.min(size.height, area.height)),
});
