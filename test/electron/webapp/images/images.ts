/** Small images for tests. */

/** A PNG of `size` bytes as far as its first bytes tell; `seed` makes one differ from the next. */
export function png(seed: number, size = 64): Buffer<ArrayBuffer> {
  const body = Buffer.alloc(size, seed % 256);
  body.write('\x89PNG\r\n\x1a\n', 'latin1');
  body.writeUInt32BE(seed, 8);
  return body;
}
