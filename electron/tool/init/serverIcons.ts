/** The four files of an app's icon, made of one PNG. */
import { PNG } from 'pngjs';

/** Smallest and greatest side, in pixels: Windows wants 256, and no system shows more than 1024. */
const MIN = 256;
const MAX = 1024;
/** A PNG's signature with its first chunk: side by side at 16 and 20, the interlacing at 28. */
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');

/** Sides of the pictures in an .ico file, and the types of those in an .icns file by their side. */
const ICO = [16, 32, 48, MIN];
const ICNS = Object.entries({ 16: 'icp4', 32: 'icp5', 128: 'ic07', 256: 'ic08', 512: 'ic09', 1024: 'ic10' });

/** Makes a picture smaller: each pixel is the mean of the area that it covers. */
function scaled({ width, data }: PNG, side: number): Buffer {
  const small = new PNG({ width: side, height: side });
  const edge = (at: number) => Math.floor((at * width) / side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      let [red, green, blue, alpha, count] = [0, 0, 0, 0, 0];
      for (let row = edge(y); row < edge(y + 1); row++)
        for (let column = edge(x); column < edge(x + 1); column++) {
          const pixel = 4 * (row * width + column);
          const opacity = data[pixel + 3] ?? 0;
          // A transparent pixel's colour does not count.
          red += (data[pixel] ?? 0) * opacity;
          green += (data[pixel + 1] ?? 0) * opacity;
          blue += (data[pixel + 2] ?? 0) * opacity;
          alpha += opacity;
          count++;
        }
      small.data.set([red / alpha, green / alpha, blue / alpha, alpha / count], 4 * (y * side + x));
    }
  return PNG.sync.write(small);
}

function ico(pictures: readonly [side: number, png: Buffer][]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, [side, png]] of pictures.entries()) {
    const entry = head.subarray(6 + 16 * index);
    // 0 stands for 256.
    entry.set([side % 256, side % 256]);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(([, png]) => png)]);
}

function icns(pictures: readonly [type: string, png: Buffer][]): Buffer {
  const chunk = (type: string, bytes: Buffer) => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
    head.writeUInt32BE(8 + bytes.length, 4);
    return Buffer.concat([head, bytes]);
  };
  return chunk('icns', Buffer.concat(pictures.map(([type, png]) => chunk(type, png))));
}

/**
 * Makes icon.png, icon.svg, icon.ico and icon.icns.
 * @param bytes a PNG, square, of 256 to 1024 pixels
 * @returns the files, by name
 * @throws Error for anything else
 */
export function readIcon(bytes: Buffer): Record<string, Buffer> {
  if (bytes.length < 33 || !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE))
    throw new Error('not a PNG');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width !== height || width < MIN || width > MAX)
    throw new Error(`${width} by ${height} pixels; it must be square, of ${MIN} to ${MAX}`);
  // Its size unpacked has no limit.
  if (bytes[28] !== 0) throw new Error('it is interlaced');
  const png = PNG.sync.read(bytes);
  const sized = new Map<number, Buffer>();
  const at = (side: number) => sized.get(side) ?? (sized.set(side, scaled(png, side)).get(side) as Buffer);
  const image = `<image width="${width}" height="${width}" xlink:href="data:image/png;base64,${at(width).toString('base64')}"/>`;
  return {
    'icon.png': at(MIN),
    'icon.svg': Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${width} ${width}">${image}</svg>\n`,
    ),
    'icon.ico': ico(ICO.map((side) => [side, at(side)])),
    'icon.icns': icns(
      ICNS.filter(([side]) => Number(side) <= width).map(([side, type]) => [type, at(Number(side))]),
    ),
  };
}
