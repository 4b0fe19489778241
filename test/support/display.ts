/** Reads the worker's X display: what a user would see, whichever process painted it. */
import { readFile } from 'node:fs/promises';
import { coloured } from './pixels.ts';

/** The display's file, set by globalSetup; none on systems without X. */
const FILE = process.env.TEST_PICTURE;
export const hasPicture = FILE !== undefined;

/** Bytes of the header of an X window dump, in numbers of 32 bits (XWDFile.h). */
const AT = { header: 0, bytesPerLine: 12 * 4, colours: 19 * 4 };

/** The share of pixels above which something is seen. A window manager's frame has less, an error page more. */
const SEEN = 0.001;

/** Whether an area of the display shows more than one colour. */
export async function isSeenOnDisplay(area: Electron.Rectangle): Promise<boolean> {
  const dump = await readFile(String(FILE));
  const start = dump.readUInt32BE(AT.header) + dump.readUInt32BE(AT.colours) * 12;
  const line = dump.readUInt32BE(AT.bytesPerLine);
  const lines = Array.from({ length: area.height }, (_, y) => {
    const from = start + (area.y + y) * line + area.x * 4;
    return dump.subarray(from, from + area.width * 4);
  });
  return coloured(lines, 4) > SEEN;
}
