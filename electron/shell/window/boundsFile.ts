/** `window.json`: the window's position between launches. */
import * as v from 'valibot';

/** In DIPs. No desktop is larger: this program did not write a file with a larger value. */
const FARTHEST = 1_000_000;
const Coordinate = v.pipe(v.number(), v.integer(), v.minValue(-FARTHEST), v.maxValue(FARTHEST));
const Length = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(FARTHEST));

export const REMEMBERED = {
  /** While neither maximised nor full screen, in DIPs, on the desktop that all screens share. */
  bounds: v.strictObject({ x: Coordinate, y: Coordinate, width: Length, height: Length }),
  mode: v.picklist(['normal', 'maximized', 'fullscreen']),
};

export type Remembered = v.InferOutput<v.StrictObjectSchema<typeof REMEMBERED, undefined>>;
export type WindowMode = Remembered['mode'];
