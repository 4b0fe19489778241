/** What `npm run outbox` prints. Pure: from names and bytes to text. */
import { inflateSync } from 'node:zlib';
import { alignColumns, formatBytes } from '../../shared/format.ts';
import type { Listing } from '../../telemetry/outbox/disk.ts';
import { readEnvelope } from '../../telemetry/outbox/envelope.ts';
import { summarize } from '../../telemetry/outbox/name.ts';

/** The first byte of zlib data with its usual window. */
const ZLIB = 0x78;

const formatTime = (time: number) => new Date(time).toISOString();

/** A table of the priorities, and one of the files. */
export function formatReport(folder: string, { envelopes, quarantined, leftovers }: Listing): string {
  const priorityRows = summarize(envelopes).map(({ name, count, bytes, oldest }) => [
    name,
    String(count),
    formatBytes(bytes),
    oldest === undefined ? '' : formatTime(oldest),
  ]);
  const rows = envelopes.map(({ time, priority, size, id, replay, categories }) => [
    formatTime(time),
    String(priority),
    formatBytes(size),
    id,
    replay ?? '',
    categories,
  ]);
  const others = [
    ...quarantined.map(({ file }) => `in quarantine: ${file}`),
    ...leftovers.map((file) => `to be removed: ${file}`),
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
 * An envelope as text: indented JSON, replay recordings unpacked, other binary parts named by size.
 * @throws SyntaxError when the bytes are not a whole envelope
 */
export function formatEnvelope(data: Buffer): string {
  const { header, items } = readEnvelope(data);
  const parts = items.map(
    ({ header: { type, ...others }, payload }) =>
      `# item: ${type}, ${formatBytes(payload.length)}\n${indented({ type, ...others })}\n${readable(payload)}`,
  );
  return [`# envelope\n${indented(header)}`, ...parts].join('\n\n');
}

const indented = (value: unknown) => JSON.stringify(value, null, 2);
const pretty = (json: Buffer) => indented(JSON.parse(json.toString()));

function readable(payload: Buffer): string {
  try {
    return pretty(payload);
  } catch {
    // A replay recording is a line of JSON, then JSON that may be compressed; anything else is binary.
  }
  const newline = payload.indexOf('\n');
  const [line, packed] = [payload.subarray(0, newline), payload.subarray(newline + 1)];
  try {
    return `${pretty(line)}\n${pretty(packed[0] === ZLIB ? inflateSync(packed) : packed)}`;
  } catch {
    return `(${formatBytes(payload.length)} of binary data)`;
  }
}
