import { expect, it } from 'vitest';
import { isOneColour, showsOneColour } from '../../../../electron/shell/recovery/emptyPage.ts';

const WHITE = [255, 255, 255, 255];
const BLACK = [0, 0, 0, 255];

const pictureOf = (rows: number[][][]) => ({
  toBitmap: () => Buffer.from(rows.flat(2)),
  getSize: () => ({ width: rows[0]?.length ?? 0, height: rows.length }),
});
const plain = (height: number, width = 3, colour = WHITE) =>
  Array.from({ length: height }, () => Array.from({ length: width }, () => colour));
/** White, with a black pixel. */
const dotted = (height: number, x: number, y: number) =>
  plain(height).map((row, at) => (at === y ? row.with(x, BLACK) : row));

const BORDER = plain(32, 32).map((row) => row.with(0, BLACK).with(31, BLACK));
it.each([
  ['a plain picture', plain(16), 0, true],
  ['a strip of another colour', [...plain(8), ...plain(8, 3, BLACK)], 0, false],
  ['a border', BORDER, 0, false],
  ['a border, if allowed', BORDER, 0.1, true],
  ['more than a border', [...BORDER.slice(4), ...plain(4, 32, BLACK)], 0.1, false],
  ['an empty picture, which says nothing', [], 0.1, undefined],
])('%s', (_name, rows, lines, isOne) => expect(isOneColour(pictureOf(rows), lines)).toBe(isOne));

it('finds one pixel anywhere', () => {
  for (let y = 0; y < 16; y += 1)
    for (let x = 0; x < 3; x += 1) expect(isOneColour(pictureOf(dotted(16, x, y)))).toBe(false);
});

it('looks again where the first picture may be of the frame before', async () => {
  let frames = [dotted(16, 1, 1), plain(16)];
  const window = {
    isDestroyed: () => false,
    isVisible: () => true,
    isMinimized: () => false,
    webContents: {
      capturePage: async () => pictureOf(frames[0] ?? []),
      invalidate: () => (frames = frames.slice(1)),
    },
  };
  expect(await showsOneColour(window as never, 0)).toBe(true);
  frames = [dotted(16, 1, 1), dotted(16, 1, 1)];
  expect(await showsOneColour(window as never, 0)).toBe(false);
});
