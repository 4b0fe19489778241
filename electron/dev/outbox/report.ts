/** What `npm run outbox` prints. Pure: from names and bytes to text. */
import { inflateSync } from 'node:zlib';
import { alignColumns, formatBytes } from '../../shared/format.ts';
import type { Listing } from '../../telemetry/outbox/folder.ts';
import { summarize } from '../../telemetry/outbox/storeIndex.ts';

const NEWLINE = 10;
/** The first byte of zlib data with its usual window. */
const ZLIB = 0x78;

/** An outbox folder, ready to be printed as JSON. Sizes in bytes, times in ISO 8601. */
export function reportOn(folder: string, listing: Listing) {
  const { quarantined, unfinished } = listing;
  const envelopes = listing.envelopes.map(({ file, name: { crc: _, time, ...rest } }) => ({
    ...rest,
    time: formatTime(time),
    file,
  }));
  const priorities = summarize(listing.envelopes.map(({ name }) => name)).map((sum) => ({
    ...sum,
    oldest: sum.oldest === undefined ? undefined : formatTime(sum.oldest),
  }));
  return { folder, priorities, envelopes, quarantined: quarantined.map(({ file }) => file), unfinished };
}

function formatTime(time: number): string {
  return new Date(time).toISOString();
}

/** The same for people: a table of the priorities, and one of the files. */
export function formatReport(report: ReturnType<typeof reportOn>): string {
  const { folder, priorities, envelopes, quarantined, unfinished } = report;
  const priorityRows = priorities.map(({ name, count, bytes, oldest }) => [
    name,
    String(count),
    formatBytes(bytes),
    oldest ?? '',
  ]);
  const rows = envelopes.map(({ time, priority, size, id, replay, categories }) => [
    time,
    String(priority),
    formatBytes(size),
    id,
    replay ?? '',
    categories.join(' '),
  ]);
  const others = [
    ...quarantined.map((file) => `in quarantine: ${file}`),
    ...unfinished.map((file) => `not finished: ${file}`),
  ];
  const sections = [
    [`Outbox in ${folder}`],
    alignColumns([['priority', 'envelopes', 'size', 'oldest'], ...priorityRows]),
    envelopes.length > 0
      ? alignColumns([['captured', 'priority', 'size', 'id', 'replay', 'categories'], ...rows])
      : ['Nothing waits.'],
    others,
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/**
 * An envelope as text: JSON with indentation, replay recordings unpacked, other binary parts named by size.
 * @throws Error when the bytes are not an envelope.
 */
export function formatEnvelope(data: Buffer): string {
  const [header, rest] = cutLine(data);
  const parts = [`# envelope\n${pretty(header)}`];
  for (let left = rest; left.length > 0; ) {
    const [itemHeader, body] = cutLine(left);
    const { type, length } = parseHeader(itemHeader);
    const end = length ?? (body.indexOf(NEWLINE) < 0 ? body.length : body.indexOf(NEWLINE));
    const payload = body.subarray(0, end);
    parts.push(
      `# item: ${type}, ${formatBytes(payload.length)}\n${pretty(itemHeader)}\n${readable(payload)}`,
    );
    left = body.subarray(end + 1);
  }
  return parts.join('\n\n');
}

function cutLine(data: Buffer): [Buffer, Buffer] {
  const newline = data.indexOf(NEWLINE);
  return newline < 0
    ? [data, data.subarray(data.length)]
    : [data.subarray(0, newline), data.subarray(newline + 1)];
}

function parseHeader(line: Buffer): { type: string; length: number | undefined } {
  const header: unknown = JSON.parse(line.toString('utf8'));
  const { type, length } = (header ?? {}) as { type?: unknown; length?: unknown };
  if (typeof type !== 'string') throw new Error('An item of the envelope has no type.');
  return { type, length: typeof length === 'number' ? length : undefined };
}

function pretty(json: Buffer): string {
  return JSON.stringify(JSON.parse(json.toString('utf8')), null, 2);
}

function readable(payload: Buffer): string {
  try {
    return pretty(payload);
  } catch {
    // Not JSON: a replay recording is a line of JSON, then JSON that is packed or not; the rest is binary.
  }
  const [line, packed] = cutLine(payload);
  try {
    return `${pretty(line)}\n${pretty(packed[0] === ZLIB ? inflateSync(packed) : packed)}`;
  } catch {
    return `(${formatBytes(payload.length)} of binary data)`;
  }
}
