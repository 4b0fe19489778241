/** The icons, read back from the files that installers get. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { icnsOf, icoOf, pngSize, readIcns, readIco } from '../../../../electron/dev/package/iconFiles.ts';
import {
  ICO_SIZES,
  type Icons,
  makeIcons,
  PNG_SIZES,
  withMargin,
} from '../../../../electron/dev/package/icons.ts';

/** The colour of a pixel as `rrggbbaa`. */
function colour(png: PNG, x: number, y: number): string {
  const at = 4 * (y * png.width + x);
  return png.data.subarray(at, at + 4).toString('hex');
}

describe('the icons', () => {
  let folder: string;
  let icons: Icons;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-icons-'));
    icons = await makeIcons(join(folder, 'icons'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const png = async (size: number) => PNG.sync.read(await readFile(join(icons.png, `${size}x${size}.png`)));

  it('are PNGs of the sizes in their names', async () => {
    const names = await readdir(icons.png);
    expect(names.sort()).toEqual(PNG_SIZES.map((size) => `${size}x${size}.png`).sort());
    for (const size of PNG_SIZES) expect(await png(size)).toMatchObject({ width: size, height: size });
  });

  it('are sharp at 16 pixels: no edge of the letter lies inside a pixel', async () => {
    const small = await png(16);
    const row = (y: number) => Array.from({ length: 12 }, (_, x) => colour(small, x + 2, y));
    const [ground, post, bar] = ['0b4f6cff', 'ffffffff', 'ffb000ff'];
    expect(row(5)).toEqual([2, 2, 4, 2, 2].flatMap((n, i) => Array(n).fill(i % 2 ? post : ground)));
    expect(row(7)).toEqual(Array(12).fill(bar));
    expect(colour(small, 0, 0)).toMatch(/[0-7].$/);
  });

  it('are in the ICO as whole PNGs', async () => {
    const entries = readIco(await readFile(icons.ico));
    expect(entries.map(({ size }) => size)).toEqual(ICO_SIZES);
    for (const { size, png: bytes } of entries) {
      expect(PNG.sync.read(Buffer.from(bytes))).toMatchObject({ width: size, height: size });
    }
  });

  it('are in the ICNS as whole PNGs with a margin', async () => {
    const entries = readIcns(await readFile(icons.icns));
    const sizes = entries.map(({ type, png: bytes }) => [type, pngSize(bytes).width]);
    expect(sizes).toEqual([
      ['ic11', 32],
      ['ic12', 64],
      ['ic07', 128],
      ['ic13', 256],
      ['ic08', 256],
      ['ic14', 512],
      ['ic09', 512],
      ['ic10', 1024],
    ]);
    const large = PNG.sync.read(Buffer.from(entries.at(-1)?.png ?? []));
    expect(colour(large, 90, 512)).toBe('00000000');
    expect(colour(large, 110, 512)).toBe('0b4f6cff');
    expect(colour(large, 920, 512)).toBe('0b4f6cff');
    expect(colour(large, 930, 512)).toBe('00000000');
  });

  it('are refused where a file has no place for them', () => {
    const ofSize = (width: number, height = width) => PNG.sync.write(new PNG({ width, height }));
    expect(() => icoOf([ofSize(512)])).toThrow('at most 256 pixels');
    expect(() => icnsOf([ofSize(48)])).toThrow('no place for 48 pixels');
    expect(() => icoOf([ofSize(16, 24)])).toThrow('must be square; this one is 16 × 24');
    expect(() => icoOf([Buffer.from('<svg/>')])).toThrow('not a PNG');
    expect(() => withMargin('<svg viewBox="0 0 16 12"/>')).toThrow('needs a viewBox');
    const ico = icoOf([ofSize(16)]);
    expect(() => readIco(ico.subarray(0, -1))).toThrow('ends before byte');
    const icns = icnsOf([ofSize(32)]);
    expect(() => readIcns(icns.subarray(0, -1))).toThrow('a part of it is missing');
  });
});
