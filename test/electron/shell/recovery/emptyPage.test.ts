import { expect, it } from 'vitest';
import { isOneColour, showsOneColour } from '../../../../electron/shell/recovery/emptyPage.ts';

const WHITE = [255, 255, 255, 255];
const BLACK = [0, 0, 0, 255];

/** Checks a window whose content has these rows, each of one pixel or more. */
async function look(rows: number[][][], lines?: number) {
  const parts: [y: number, height: number][] = [];
  const isOne = await isOneColour(
    ({ y, height }) => {
      parts.push([y, height]);
      return Promise.resolve({ toBitmap: () => Buffer.from(rows.slice(y, y + height).flat(2)) });
    },
    [rows[0]?.length ?? 0, rows.length],
    lines,
  );
  return { isOne, parts };
}
const plain = (height: number, width = 3, colour = WHITE) =>
  Array.from({ length: height }, () => Array.from({ length: width }, () => colour));
/** White, with a black pixel. */
const dotted = (height: number, x: number, y: number) =>
  plain(height).map((row, at) => (at === y ? row.with(x, BLACK) : row));

it.each([8, 9, 20, 61])('reads every row of %i once', async (height) => {
  const { isOne, parts } = await look(plain(height));
  expect(isOne).toBe(true);
  const rows = parts.flatMap(([y, count]) => Array.from({ length: count }, (_, n) => y + n));
  expect(rows).toEqual(Array.from({ length: height }, (_, y) => y));
});

it('finds one pixel anywhere, and then stops', async () => {
  for (let y = 0; y < 16; y += 1)
    for (let x = 0; x < 3; x += 1) expect(await look(dotted(16, x, y))).toMatchObject({ isOne: false });
  expect((await look(dotted(16, 1, 1))).parts).toEqual([[0, 2]]);
});

it('sees a strip of another colour', async () => {
  const { isOne } = await look([...plain(8), ...plain(8, 3, BLACK)]);
  expect(isOne).toBe(false);
});

it('ignores a border if allowed to, but nothing more', async () => {
  const border = plain(32, 32).map((row) => row.with(0, BLACK).with(31, BLACK));
  expect((await look(border)).isOne).toBe(false);
  expect((await look(border, 0.1)).isOne).toBe(true);
  expect((await look([...border.slice(4), ...plain(4, 32, BLACK)], 0.1)).isOne).toBe(false);
});

it('draws no conclusion from an empty picture', async () => {
  expect((await look([[]])).isOne).toBe(false);
});

it('looks again where the first picture may be of the frame before', async () => {
  let frames = [dotted(16, 1, 1), plain(16)];
  const window = {
    isDestroyed: () => false,
    isVisible: () => true,
    isMinimized: () => false,
    getContentSize: () => [3, 16],
    webContents: {
      capturePage: async ({ y, height }: Electron.Rectangle) => ({
        toBitmap: () => Buffer.from((frames[0] ?? []).slice(y, y + height).flat(2)),
      }),
      invalidate: () => (frames = frames.slice(1)),
    },
  };
  expect(await showsOneColour(window as never, 0)).toBe(true);
  frames = [dotted(16, 1, 1), dotted(16, 1, 1)];
  expect(await showsOneColour(window as never, 0)).toBe(false);
});
