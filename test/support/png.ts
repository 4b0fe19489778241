/** A PNG of `size` bytes, judging by its first bytes; `seed` makes it unique. */
export function png(seed: number, size = 64): Buffer<ArrayBuffer> {
  const body = Buffer.alloc(size, seed % 256);
  body.write('\x89PNG\r\n\x1a\n', 'latin1');
  body.writeUInt32BE(seed, 8);
  return body;
}
