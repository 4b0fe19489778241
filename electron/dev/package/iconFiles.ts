/** The two files that hold an icon in several sizes: ICO for Windows, ICNS for macOS. Both hold PNGs as they are. */

/** Width and height in pixels of a PNG, from its header. Throws if it is none. */
export function pngSize(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (png.length < 24 || view.getBigUint64(0) !== 0x89504e470d0a1a0an) throw new Error('This is not a PNG.');
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function squareSize(png: Uint8Array): number {
  const { width, height } = pngSize(png);
  if (width !== height) throw new Error(`An icon must be square; this one is ${width} × ${height} pixels.`);
  return width;
}

/**
 * An ICO of PNGs, at most 256 pixels wide. Its directory has 16 bytes for each (Microsoft's ICONDIRENTRY), in which
 * 256 is written as 0.
 */
export function icoOf(pngs: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pngs.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pngs.length, 4);
  let offset = head.length;
  pngs.forEach((png, index) => {
    const size = squareSize(png);
    if (size > 256) throw new Error(`An ICO holds at most 256 pixels; this image has ${size}.`);
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...pngs]);
}

/** The PNGs of an ICO. Throws if it is none, or is cut off. */
export function readIco(ico: Buffer): { size: number; png: Buffer }[] {
  if (ico.readUInt32LE(0) !== 0x10000) throw new Error('This is not an ICO.');
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const png = part(ico, ico.readUInt32LE(at + 12), ico.readUInt32LE(at + 8));
    return { size: ico.readUInt8(at) || 256, png };
  });
}

/**
 * The types of ICNS for PNGs, by pixels; two where a size also serves a screen of double density. Those of 16 and 32
 * pixels at single density are left out: macOS reads them as raw pixels in some places, and scales the others.
 */
const ICNS_TYPES: Readonly<Record<number, readonly string[]>> = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic13', 'ic08'],
  512: ['ic14', 'ic09'],
  1024: ['ic10'],
};

/** The sizes in pixels that an ICNS is made of. */
export const ICNS_SIZES: readonly number[] = Object.keys(ICNS_TYPES).map(Number);

/** An ICNS of PNGs, whose sizes must be of `ICNS_SIZES`. */
export function icnsOf(pngs: readonly Uint8Array[]): Buffer {
  const entries = pngs.flatMap((png) => {
    const size = squareSize(png);
    const types = ICNS_TYPES[size];
    if (!types)
      throw new Error(`An ICNS has no place for ${size} pixels, only for ${ICNS_SIZES.join(', ')}.`);
    return types.map((type) => Buffer.concat([icnsHead(type, png.length + 8), png]));
  });
  const length = entries.reduce((sum, entry) => sum + entry.length, 8);
  return Buffer.concat([icnsHead('icns', length), ...entries]);
}

function icnsHead(type: string, length: number): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32BE(length, 4);
  return head;
}

/** The PNGs of an ICNS. Throws if it is none, or is cut off. */
export function readIcns(icns: Buffer): { type: string; png: Buffer }[] {
  if (icns.toString('latin1', 0, 4) !== 'icns' || icns.readUInt32BE(4) !== icns.length) {
    throw new Error('This is not an ICNS, or a part of it is missing.');
  }
  const found: { type: string; png: Buffer }[] = [];
  for (let at = 8; at < icns.length; ) {
    const length = icns.readUInt32BE(at + 4);
    if (length <= 8) throw new Error(`The entry at byte ${at} has no content.`);
    found.push({ type: icns.toString('latin1', at, at + 4), png: part(icns, at + 8, length - 8) });
    at += length;
  }
  return found;
}

function part(whole: Buffer, start: number, length: number): Buffer {
  if (start + length > whole.length) throw new Error(`The file ends before byte ${start + length}.`);
  return whole.subarray(start, start + length);
}
