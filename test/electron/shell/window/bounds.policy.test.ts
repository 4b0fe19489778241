import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOn } from '../../../../electron/shell/window/bounds.policy.ts';

const SMALLEST = { width: 320, height: 240 };
const MAIN = { x: 0, y: 25, width: 1440, height: 875 };
const place = (x: number, y: number, width: number, height: number, area = MAIN) =>
  placeOn({ x, y, width, height }, area, SMALLEST);

describe('a remembered position', () => {
  it('moves in from the edge as little as possible, also from a screen that is gone', () => {
    expect(place(1_000, 500, 800, 600)).toEqual({ x: 640, y: 300, width: 800, height: 600 });
    // Its title would be behind the system's menu bar.
    expect(place(10, 0, 800, 600)).toEqual({ x: 10, y: 25, width: 800, height: 600 });
    expect(place(9_000, 9_000, 4_000, 4_000)).toEqual(MAIN);
  });

  it('keeps its minimum size, with its upper left corner on the screen, even if it does not fit', () => {
    const area = { x: 50, y: 60, width: 200, height: 100 };
    expect(place(80, 70, 800, 600, area)).toEqual({ x: 50, y: 60, ...SMALLEST });
  });

  it('is always completely on the screen, and unchanged if it was (seed 20261121)', () => {
    const between = (min: number, max: number) => fc.integer({ min, max });
    const area = fc.record({
      ...{ x: between(-5_000, 5_000), y: between(-5_000, 5_000) },
      ...{ width: between(320, 5_000), height: between(240, 3_000) },
    });
    const bounds = fc.record({
      ...{ x: between(-1_000_000, 1_000_000), y: between(-9_000, 9_000) },
      ...{ width: between(1, 1_000_000), height: between(1, 9_000) },
    });
    const inside = (inner: Electron.Rectangle, outer: Electron.Rectangle) =>
      inner.x >= outer.x &&
      inner.y >= outer.y &&
      inner.x + inner.width <= outer.x + outer.width &&
      inner.y + inner.height <= outer.y + outer.height;
    fc.assert(
      fc.property(area, bounds, (on, wanted) => {
        const placed = placeOn(wanted, on, SMALLEST);
        expect(inside(placed, on)).toBe(true);
        expect(placeOn(placed, on, SMALLEST)).toEqual(placed);
        const isLarge = wanted.width >= 320 && wanted.height >= 240;
        if (isLarge && inside(wanted, on)) expect(placed).toEqual(wanted);
      }),
      { numRuns: 1_000, seed: 20261121 },
    );
  });
});
