/** Decides where to put the window, from its last position and the current screens. Pure. */
import type { Rectangle } from 'electron';

export interface Size {
  width: number;
  height: number;
}

/** Returns the overlap of two rectangles, in square DIPs. */
function shared(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Returns `at`, moved as little as possible so that `length` from there fits between `start` and `start + room`. */
function inside(at: number, length: number, start: number, room: number): number {
  return Math.max(start, Math.min(at, start + room - length));
}

/**
 * Changes the last position as little as possible so that the whole window is on one screen: the one that shows most of
 * it. If no screen shows any of it, because its screen is gone, the window goes to the middle of the first screen. A
 * window larger than the screen shrinks, but not below `smallest`; its upper left corner, with the title, stays on the
 * screen.
 * @param areas the work areas of the screens, the main one first
 * @returns undefined without a screen
 */
export function placeOn(
  { x, y, width, height }: Rectangle,
  areas: readonly Rectangle[],
  smallest: Size,
): Rectangle | undefined {
  const [main] = areas;
  if (!main) return undefined;
  const wanted = { x, y, width, height };
  const best = areas.reduce((one, other) => (shared(wanted, other) > shared(wanted, one) ? other : one));
  const size = sizeOn(wanted, best, smallest);
  if (shared(wanted, best) === 0) {
    const middle = (start: number, room: number, length: number) => start + Math.floor((room - length) / 2);
    return {
      x: Math.max(best.x, middle(best.x, best.width, size.width)),
      y: Math.max(best.y, middle(best.y, best.height, size.height)),
      ...size,
    };
  }
  return {
    x: inside(x, size.width, best.x, best.width),
    y: inside(y, size.height, best.y, best.height),
    ...size,
  };
}

/** Returns a size that fits the area but is not below the smallest. */
export function sizeOn(size: Size, area: Size, smallest: Size): Size {
  return {
    width: Math.max(smallest.width, Math.min(size.width, area.width)),
    height: Math.max(smallest.height, Math.min(size.height, area.height)),
  };
}
