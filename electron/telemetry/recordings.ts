/**
 * Takes what is private out of recordings. The page masks all text, but not the addresses beside it: where it is,
 * where its links lead, and what its console said, which a replay carries as breadcrumbs.
 */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

const NEWLINE = 10;
/** First byte of what the SDK's worker compressed. */
const ZLIB = 0x78;

/** Kinds of rrweb events: where the page is, and what the SDK adds of its own. */
const META = 4;
const CUSTOM = 5;
/** Attributes that hold addresses. */
const ADDRESSES: ReadonlySet<string> = new Set(
  'href src srcset action formaction poster data xlink:href'.split(' '),
);

/** Redacts a field by its name. */
type RedactField = (name: string, value: unknown) => unknown;

/**
 * The recording, in the form it came in.
 * @throws Error for data that is not a recording
 */
export async function redactRecording(recording: Uint8Array, redact: RedactField): Promise<Uint8Array> {
  const at = recording.indexOf(NEWLINE) + 1;
  const data = recording.subarray(at);
  const isCompressed = data[0] === ZLIB;
  const text = isCompressed ? await promisify(inflate)(data) : Buffer.from(data);
  const events = (JSON.parse(text.toString()) as { type: number; data: unknown }[]).map((event) =>
    event.type === META || event.type === CUSTOM
      ? { ...event, data: redact('data', event.data) }
      : redactAttributes(event, redact),
  );
  const redacted = Buffer.from(JSON.stringify(events));
  const body = isCompressed ? await promisify(deflate)(redacted) : redacted;
  return Buffer.concat([recording.subarray(0, at), body]);
}

/** Changes the addresses in a picture of the page, or in a change of it, in place. */
function redactAttributes<T>(value: T, redact: RedactField): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const [name, one] of Object.entries(value)) {
    if (name !== 'attributes' || Array.isArray(one)) redactAttributes(one, redact);
    else if (typeof one === 'object' && one !== null) redactAddresses(one as Record<string, unknown>, redact);
  }
  return value;
}

function redactAddresses(attributes: Record<string, unknown>, redact: RedactField): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (ADDRESSES.has(name)) attributes[name] = redact('url', value);
  }
}
