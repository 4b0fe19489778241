/** What a window looks like in pixels: text in the document does not prove that it was painted. */
import { PNG } from 'pngjs';

/** Looks at every fifth pixel. Prime, so that no column is skipped. */
const STEP = 5;

/** The share of pixels, 0 to 1, that differ from the picture's most frequent colour. 0 is a uniform picture. */
export const painted = (png: Buffer): number => coloured(PNG.sync.read(png).data);

/** The same for raw pixels of four bytes. */
export function coloured(data: Buffer): number {
  const counts = new Map<number, number>();
  let seen = 0;
  for (let at = 0; at < data.length; at += 4 * STEP) {
    const colour = data.readUInt32BE(at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
    seen++;
  }
  return 1 - Math.max(...counts.values()) / seen;
}

/** The most frequent colour as `#rrggbb`. */
export function background(png: Buffer): string {
  const { data } = PNG.sync.read(png);
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = `#${data.toString('hex', at, at + 3)}`;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
}
