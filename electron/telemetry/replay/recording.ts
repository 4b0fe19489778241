/** A replay recording as it is on the wire: a line of JSON with the segment's number, then the data. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

const NEWLINE = 10;
/** First byte of compressed data, and of JSON as our pages send it. */
const ZLIB = 0x78;
const JSON_ARRAY = 0x5b;

/** The same recording with another segment number. */
export function renumber(recording: Uint8Array, number: number): Uint8Array {
  return Buffer.concat([
    Buffer.from(`${JSON.stringify({ segment_id: number })}\n`),
    splitRecording(recording)[1],
  ]);
}

/** Bytes of the recording's data without compression; `Infinity` when they are more than `limit`, or cannot be read. */
export async function recordingSize(recording: Uint8Array, limit: number): Promise<number> {
  const [, data] = splitRecording(recording);
  if (data[0] === JSON_ARRAY) return data.length;
  if (data[0] !== ZLIB) return Number.POSITIVE_INFINITY;
  try {
    // Ends at the limit, so that a small file cannot fill the memory.
    return (await promisify(inflate)(data, { maxOutputLength: limit })).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The recording, compressed if it was not. */
export async function compressRecording(recording: Uint8Array): Promise<Uint8Array> {
  const [line, data] = splitRecording(recording);
  return data[0] === JSON_ARRAY ? Buffer.concat([line, await promisify(deflate)(data)]) : recording;
}

/** The line with the number, and the data. */
function splitRecording(recording: Uint8Array): [line: Uint8Array, data: Uint8Array] {
  const at = recording.indexOf(NEWLINE) + 1;
  return [recording.subarray(0, at), recording.subarray(at)];
}

/** Kinds of rrweb events: where the page is, and what the SDK adds of its own. */
const META = 4;
const CUSTOM = 5;
/** Attributes that hold addresses. */
const ADDRESSES: ReadonlySet<string> = new Set(
  'href src srcset action formaction poster data xlink:href'.split(' '),
);

type RedactField = (name: string, value: unknown) => unknown;

/**
 * The recording, in the form it came in.
 * @throws Error for data that is not a recording
 */
export async function redactRecording(recording: Uint8Array, redact: RedactField): Promise<Uint8Array> {
  const [line, data] = splitRecording(recording);
  const isCompressed = data[0] === ZLIB;
  const text = isCompressed ? await promisify(inflate)(data) : Buffer.from(data);
  const events = (JSON.parse(text.toString()) as { type: number; data: unknown }[]).map((event) =>
    event.type === META || event.type === CUSTOM
      ? { ...event, data: redact('data', event.data) }
      : redactAttributes(event, redact),
  );
  const redacted = Buffer.from(JSON.stringify(events));
  const body = isCompressed ? await promisify(deflate)(redacted) : redacted;
  return Buffer.concat([line, body]);
}

/** Changes the addresses in a picture of the page, or in a change of it, in place. */
function redactAttributes<T>(value: T, redact: RedactField, isAttributes = false): T {
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const [name, one] of Object.entries(fields)) {
    if (!isAttributes) redactAttributes(one, redact, name === 'attributes' && !Array.isArray(one));
    else if (ADDRESSES.has(name)) fields[name] = redact('url', one);
  }
  return value;
}
