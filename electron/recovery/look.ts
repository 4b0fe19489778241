/** Checks what a window shows. */
import type { NativeImage, Rectangle } from 'electron';

const STRIPS = 8;

/**
 * Whether the window shows one colour everywhere except for lines. Reads it in strips from the middle outwards until
 * too many pixels differ: a picture of the whole window would stay in main's memory for long. Rejects if there is no
 * picture.
 * @param capture takes a picture of a part, such as `webContents.capturePage`
 * @param size the window's content size, in device-independent pixels
 * @param lines the share of pixels that may have another colour: borders that remain around a page that is gone
 */
export async function isOneColour(
  capture: (part: Rectangle) => Promise<Pick<NativeImage, 'toBitmap'>>,
  [width = 0, height = 0]: readonly number[],
  lines = 0,
): Promise<boolean> {
  const edge = (strip: number) => Math.round((strip * height) / STRIPS);
  let colour: number | undefined;
  let others = 0;
  for (const strip of fromMiddle(STRIPS)) {
    const part = { x: 0, y: edge(strip), width, height: edge(strip + 1) - edge(strip) };
    const bitmap = (await capture(part)).toBitmap();
    const pixels = new Uint32Array(bitmap.buffer, bitmap.byteOffset, bitmap.length / 4);
    // Nothing was captured, which says nothing about the page.
    if (pixels.length === 0) return false;
    // Not at an edge, where there may be a border.
    colour ??= pixels[Math.floor((pixels.length / part.height) * Math.floor(part.height / 2) + width / 2)];
    for (const pixel of pixels) if (pixel !== colour) others += 1;
    if (others > pixels.length * STRIPS * lines) return false;
  }
  return true;
}

/** For 4: 2, 1, 3, 0. */
function fromMiddle(count: number): number[] {
  const middle = count / 2;
  return Array.from({ length: count }, (_, n) => (n % 2 ? middle - (n + 1) / 2 : middle + n / 2));
}
