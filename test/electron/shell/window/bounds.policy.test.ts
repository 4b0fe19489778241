import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOn, sizeOn } from '../../../../electron/shell/window/bounds.policy.ts';

const SMALLEST = { width: 320, height: 240 };
const MAIN = { x: 0, y: 25, width: 1440, height: 875 };
const LEFT = { x: -1920, y: 0, width: 1920, height: 1040 };
const place = (x: number, y: number, width: number, height: number, areas = [MAIN, LEFT]) =>
  placeOn({ x, y, width, height }, areas, SMALLEST);

describe('a remembered position', () => {
  it('is in the middle of the main screen if its own is gone', () => {
    expect(place(-1900, 10, 800, 600, [MAIN])).toEqual({ x: 320, y: 162, width: 800, height: 600 });
    expect(place(9_000, 9_000, 4_000, 4_000, [MAIN])).toEqual(MAIN);
  });

  it('moves in from the edge as little as possible', () => {
    expect(place(1_000, 500, 800, 600, [MAIN])).toEqual({ x: 640, y: 300, width: 800, height: 600 });
    // Its title would be behind the system's menu bar.
    expect(place(10, 0, 800, 600, [MAIN])).toEqual({ x: 10, y: 25, width: 800, height: 600 });
  });

  it('moves to the screen that shows most of it', () => {
    expect(place(-500, 100, 800, 600)).toEqual({ x: -800, y: 100, width: 800, height: 600 });
    expect(place(-200, 100, 800, 600)).toEqual({ x: 0, y: 100, width: 800, height: 600 });
  });

  it('keeps its minimum size, with its upper left corner on the screen, even if it does not fit', () => {
    const tiny = { x: 50, y: 60, width: 200, height: 100 };
    expect(place(80, 70, 800, 600, [tiny])).toEqual({ x: 50, y: 60, ...SMALLEST });
    expect(place(8_000, 70, 800, 600, [tiny])).toEqual({ x: 50, y: 60, ...SMALLEST });
  });

  it('is undefined without a screen', () => {
    expect(place(0, 0, 800, 600, [])).toBe(undefined);
  });

  it('is always completely on a screen, and unchanged if it was (seed 20261121)', () => {
    const between = (min: number, max: number) => fc.integer({ min, max });
    const area = fc.record({
      x: between(-5_000, 5_000),
      y: between(-5_000, 5_000),
      width: between(320, 5_000),
      height: between(240, 3_000),
    });
    const bounds = fc.record({
      x: between(-1_000_000, 1_000_000),
      y: between(-9_000, 9_000),
      width: between(1, 1_000_000),
      height: between(1, 9_000),
    });
    const inside = (inner: Electron.Rectangle, outer: Electron.Rectangle) =>
      inner.x >= outer.x &&
      inner.y >= outer.y &&
      inner.x + inner.width <= outer.x + outer.width &&
      inner.y + inner.height <= outer.y + outer.height;
    fc.assert(
      fc.property(fc.array(area, { minLength: 1, maxLength: 4 }), bounds, (areas, wanted) => {
        const placed = placeOn(wanted, areas, SMALLEST);
        if (!placed) throw new Error('no place');
        expect(areas.some((one) => inside(placed, one))).toBe(true);
        expect(placeOn(placed, areas, SMALLEST)).toEqual(placed);
        const isLarge = wanted.width >= 320 && wanted.height >= 240;
        if (isLarge && areas.some((one) => inside(wanted, one))) expect(placed).toEqual(wanted);
      }),
      { numRuns: 1_000, seed: 20261121 },
    );
  });

  it('a size fits the screen', () => {
    expect(sizeOn({ width: 1024, height: 720 }, { width: 800, height: 600 }, SMALLEST)).toEqual({
      width: 800,
      height: 600,
    });
  });
});
