/** What a window looks like in pixels: text in the document does not prove that it was painted. */
import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** Looks at every seventh pixel; usual widths are no multiples of it, so all columns are looked at. */
const STEP = 7;

/** The share of pixels, 0 to 1, that differ from the picture's most frequent colour. 0 is a uniform picture. */
export function painted(png: Buffer): number {
  const lines = storedLines(png);
  return lines ? coloured(lines, 3) : coloured([PNG.sync.read(png).data], 4);
}

/** The lines of a picture that Chromium took with `optimizeForSpeed`: RGB, not filtered. pngjs takes five times as long. */
function storedLines(png: Buffer): Buffer[] | undefined {
  const [width, depth, type] = [png.readUInt32BE(16), png[24], png[25]];
  if (depth !== 8 || type !== 2) return undefined;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const data = inflateSync(Buffer.concat(parts));
  const size = 1 + 3 * width;
  const lines = Array.from({ length: data.length / size }, (_, y) => data.subarray(y * size, (y + 1) * size));
  return lines.every(([filter]) => filter === 0) ? lines.map((line) => line.subarray(1)) : undefined;
}

/** The same for lines of raw pixels of this many bytes. */
export function coloured(lines: readonly Buffer[], bytes: number): number {
  const counts = new Map<number, number>();
  let seen = 0;
  let same = 0;
  let last = -1;
  let at = 0;
  for (const line of lines) {
    for (; at < line.length; at += bytes * STEP) {
      const colour = line.readUIntBE(at, 3);
      seen++;
      if (colour === last) same++;
      else {
        counts.set(last, (counts.get(last) ?? 0) + same);
        [last, same] = [colour, 1];
      }
    }
    at -= line.length;
  }
  counts.set(last, (counts.get(last) ?? 0) + same);
  return 1 - Math.max(...counts.values()) / seen;
}

/** The most frequent colour as `#rrggbb`. */
export function background(png: Buffer): string {
  const { data } = PNG.sync.read(png);
  const colours = Array.from({ length: data.length / 4 }, (_, n) => data.toString('hex', n * 4, n * 4 + 3));
  const [most] = [...Map.groupBy(colours, (one) => one).values()].sort(
    (one, other) => other.length - one.length,
  );
  return `#${most?.[0]}`;
}
