/** A replay recording on the wire is a line of JSON with the segment's number, then the data: main keeps only the data. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { REDACTED } from '../../shared/redact.ts';

const NEWLINE = 10;
/** First byte of compressed data. Our pages send JSON. */
const ZLIB = 0x78;

/** A recording of this data, with its segment's number. */
export function numbered(data: Uint8Array, number: number): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ segment_id: number })}\n`), data]);
}

/** Kinds of rrweb events: where the page is, and what the SDK adds of its own. */
const META = 4;
const CUSTOM = 5;
/** Attributes that hold addresses. */
const ADDRESSES: ReadonlySet<string> = new Set(
  'href src srcset action formaction poster data xlink:href'.split(' '),
);

type RedactField = (name: string, value: unknown) => unknown;

/** A recording's data, redacted and compressed, and how many bytes it came with, without compression. */
export interface RedactedRecording {
  data: Uint8Array;
  bytes: number;
}

/**
 * Redacts a recording, compressed or not.
 * @param limit of its data without compression, in bytes
 * @returns no data and `bytes` as `Infinity` when they are more than the limit, or it is no recording
 */
export async function redactRecording(
  recording: Uint8Array,
  limit: number,
  redact: RedactField,
  showsInputs = false,
): Promise<RedactedRecording> {
  const data = recording.subarray(recording.indexOf(NEWLINE) + 1);
  try {
    // Ends at the limit, so that a small file cannot fill the memory.
    const text =
      data[0] === ZLIB ? await promisify(inflate)(data, { maxOutputLength: limit }) : Buffer.from(data);
    if (text.length > limit) throw new RangeError('The recording is too large.');
    const events = (JSON.parse(text.toString()) as { type: number; data: unknown }[]).map((event) =>
      event.type === META || event.type === CUSTOM
        ? { ...event, data: redact('data', event.data) }
        : redactNodes(event, redact, showsInputs),
    );
    return { data: await promisify(deflate)(JSON.stringify(events)), bytes: text.length };
  } catch {
    return { data: Buffer.of(), bytes: Number.POSITIVE_INFINITY };
  }
}

const INPUTS: ReadonlySet<string> = new Set(['input', 'textarea', 'select']);
/** Inputs that nobody types into: their values are the page's own. */
const UNTYPED: ReadonlySet<unknown> = new Set(['hidden', 'button', 'submit', 'reset', 'image']);
const CSS_URL = /url\(\s*(["']?)(.*?)\1\s*\)/g;

/** Changes the attributes in a picture of the page, or in a change of it, in place. */
function redactNodes<T>(value: T, redact: RedactField, showsInputs: boolean): T {
  if (typeof value !== 'object' || value === null) return value;
  const { attributes, tagName } = value as { attributes?: Record<string, unknown>; tagName?: string };
  for (const [name, one] of Object.entries(value)) {
    if (name !== 'attributes' || Array.isArray(one)) redactNodes(one, redact, showsInputs);
  }
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) return value;
  // A change does not say of what element it is.
  const isTyped = tagName ? INPUTS.has(tagName) && !UNTYPED.has(attributes.type) : showsInputs;
  for (const [name, one] of Object.entries(attributes)) {
    if (ADDRESSES.has(name)) attributes[name] = redact('url', one);
    else if (name === 'style') attributes[name] = redactStyle(one, redact);
    else if (/^data-(?!sentry-)|^content$/.test(name) || (name === 'value' && !isTyped))
      attributes[name] = typeof one === 'string' ? REDACTED : one;
  }
  return value;
}

/** A text, or in a change an object by property. Pictures within it may be anybody's. */
function redactStyle(style: unknown, redact: RedactField): unknown {
  const redacted = (_: string, quote: string, url: string) =>
    url.startsWith('data:') ? `url(${REDACTED})` : `url(${quote}${redact('url', url)}${quote})`;
  return JSON.parse(JSON.stringify(style), (_, one: unknown) =>
    typeof one === 'string' ? one.replace(CSS_URL, redacted) : one,
  );
}
