/** A replay recording as it is on the wire: a line of JSON with the segment's number, then the data. */
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const NEWLINE = 10;
/** First byte of zlib data, as the SDK's worker writes it, and of JSON data without compression. */
export const ZLIB = 0x78;
const JSON_ARRAY = 0x5b;
/** Deflate cannot make data smaller than this many times (zlib's technical details). */
const MAX_RATIO = 1032;

/** The same recording with another segment number. */
export function renumber(recording: Uint8Array, number: number): Uint8Array {
  return Buffer.concat([
    Buffer.from(`${JSON.stringify({ segment_id: number })}\n`),
    splitRecording(recording)[1],
  ]);
}

/**
 * Bytes of the recording's data without compression; `Infinity` when they are more than `limit`, or cannot be read.
 * Small recordings, nearly all, are not decompressed: they count with the most that they can hold.
 */
export async function recordingSize(recording: Uint8Array, limit: number): Promise<number> {
  const [, data] = splitRecording(recording);
  if (data[0] === JSON_ARRAY) return data.length;
  if (data[0] !== ZLIB) return Number.POSITIVE_INFINITY;
  if (data.length * MAX_RATIO <= limit) return data.length * MAX_RATIO;
  try {
    // Ends at the limit, so that a small file cannot fill the memory.
    return (await promisify(inflate)(data, { maxOutputLength: limit })).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The line with the number, and the data. */
export function splitRecording(recording: Uint8Array): [line: Uint8Array, data: Uint8Array] {
  const at = recording.indexOf(NEWLINE) + 1;
  return [recording.subarray(0, at), recording.subarray(at)];
}
