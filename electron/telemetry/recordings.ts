/**
 * Takes what is private out of recordings. The page masks all text, but not the addresses beside it: where it is,
 * where its links lead, and what its console said, which a replay carries as breadcrumbs.
 */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { splitRecording, ZLIB } from './replay/recording.ts';

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
