/** A replay recording as it is on the wire: a line of JSON with the segment's number, then the data. */
import { createInflate } from 'node:zlib';

const NEWLINE = 10;
/** First byte of zlib data, as the SDK's worker writes it, and of JSON data without compression. */
const ZLIB = 0x78;
const JSON_ARRAY = 0x5b;
/** Deflate cannot make data smaller than this many times (zlib's technical details). */
const MOST_RATIO = 1032;

/** The same recording with another segment number. */
export function renumber(recording: Uint8Array, number: number): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ segment_id: number })}\n`), dataOf(recording)]);
}

/**
 * Bytes of the recording's data without compression, or a number over `limit` once it is known to be over it.
 * Data that cannot be read has no size: `Infinity`. Small recordings, nearly all, are not decompressed: they
 * count with the most that they can hold.
 */
export function recordingSize(recording: Uint8Array, limit: number): number | Promise<number> {
  const data = dataOf(recording);
  if (data[0] === JSON_ARRAY) return data.length;
  if (data[0] !== ZLIB) return Number.POSITIVE_INFINITY;
  if (data.length * MOST_RATIO <= limit) return data.length * MOST_RATIO;
  return inflatedSize(data, limit);
}

function dataOf(recording: Uint8Array): Uint8Array {
  return recording.subarray(recording.indexOf(NEWLINE) + 1);
}

/** Counts while it decompresses and keeps nothing, so that a small file cannot fill the memory. */
async function inflatedSize(data: Uint8Array, limit: number): Promise<number> {
  const inflate = createInflate();
  inflate.end(data);
  let size = 0;
  try {
    for await (const chunk of inflate) {
      size += (chunk as Buffer).length;
      if (size > limit) break;
    }
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  return size;
}
