/** Looks at what a window shows. */
import type { NativeImage, Rectangle } from 'electron';

const STRIPS = 8;

/**
 * Whether the window shows one colour everywhere. Looks at it in strips, from the middle outwards, until pixels differ:
 * a picture of all of it would stay in main's memory for long. Rejects if no picture can be had.
 * @param capture takes a picture of a part, such as `webContents.capturePage`
 * @param size of the window's content, in device-independent pixels
 */
export async function isOneColour(
  capture: (part: Rectangle) => Promise<Pick<NativeImage, 'toBitmap'>>,
  [width = 0, height = 0]: readonly number[],
): Promise<boolean> {
  const edge = (strip: number) => Math.round((strip * height) / STRIPS);
  let first: Buffer | undefined;
  for (const strip of fromMiddle(STRIPS)) {
    const part = { x: 0, y: edge(strip), width, height: edge(strip + 1) - edge(strip) };
    const pixels = (await capture(part)).toBitmap();
    first ??= Buffer.from(pixels.subarray(0, 4));
    // Every pixel equals the one before it, and the first that of the other strips.
    const isSame = pixels.subarray(4).equals(pixels.subarray(0, -4)) && pixels.subarray(0, 4).equals(first);
    // Nothing was captured: that says nothing about the page.
    if (pixels.length === 0 || !isSame) return false;
  }
  return true;
}

/** For 4: 2, 1, 3, 0. */
function fromMiddle(count: number): number[] {
  const middle = count / 2;
  return Array.from({ length: count }, (_, n) => (n % 2 ? middle - (n + 1) / 2 : middle + n / 2));
}
