/** Electron's nativeImage as far as a PNG can be passed on unchanged. */
import { readFileSync } from 'node:fs';
import { notImplemented, type Shared, strict } from './strict.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

class PngImage {
  private readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  isEmpty = (): boolean => this.bytes.length === 0;
  /** Width and height in pixels stand at fixed places of a PNG's first chunk. */
  getSize = (): Electron.Size =>
    this.isEmpty()
      ? { width: 0, height: 0 }
      : { width: this.bytes.readUInt32BE(16), height: this.bytes.readUInt32BE(20) };
  getAspectRatio(): number {
    const { width, height } = this.getSize();
    return this.isEmpty() ? 1 : width / height;
  }
  toPNG(options?: Electron.ToPNGOptions): Buffer {
    if (options?.scaleFactor !== undefined && options.scaleFactor !== 1)
      throw notImplemented('image.toPNG with a scaleFactor');
    return Buffer.from(this.bytes);
  }
  toDataURL = (options?: Electron.ToPNGOptions): string =>
    `data:image/png;base64,${this.toPNG(options).toString('base64')}`;
}

/** Wraps a PNG; anything else is an empty image, as Electron makes of what it cannot read. */
export function imageFrom(bytes: Buffer): Electron.NativeImage {
  const isPng = bytes.subarray(0, PNG.length).equals(PNG);
  // Electron also reads JPEG.
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])))
    throw notImplemented('nativeImage of a JPEG');
  const image = strict(new PngImage(isPng ? bytes : Buffer.alloc(0)), 'image');
  return image satisfies Shared<PngImage, Electron.NativeImage> as object as Electron.NativeImage;
}

export const nativeImage = strict(
  {
    createEmpty: () => imageFrom(Buffer.alloc(0)),
    createFromBuffer: (bytes: Buffer) => imageFrom(Buffer.from(bytes)),
    createFromPath(path: string): Electron.NativeImage {
      let bytes: Buffer;
      try {
        bytes = readFileSync(path);
      } catch {
        // Electron says nothing of a file that it cannot read: the image is empty.
        return imageFrom(Buffer.alloc(0));
      }
      return imageFrom(bytes);
    },
  },
  'nativeImage',
);
