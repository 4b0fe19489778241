import { deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { numbered, redactRecording } from '../../../../electron/telemetry/replay/recording.ts';
import { createHold } from '../../../../electron/telemetry/replay/replaySegments.ts';

const recording = (data: Uint8Array | string, number = 3) =>
  Buffer.concat([Buffer.from(`{"segment_id":${number}}\n`), Buffer.from(data)]);
/** This many bytes: as JSON with one text. */
const events = (bytes: number) => `["${'x'.repeat(bytes - 4)}"]`;

// biome-ignore lint/correctness/useYield: it does no work.
function* unchanged(_: string, value: unknown) {
  return value;
}
const redacted = (data: Uint8Array, limit: number) => redactRecording(data, unchanged, false, limit);
const sizeOf = async (data: Uint8Array, limit: number) => (await redacted(data, limit)).bytes;

it.each([4, 999, 1000, 1001, 50_000])('measures a recording of %i bytes', async (bytes) => {
  const data = events(bytes);
  expect((await sizeOf(recording(deflateSync(data)), 1000)) > 1000).toBe(data.length > 1000);
  expect(await sizeOf(recording(data), 100_000)).toBe(bytes);
});

it('a small file that unpacks to much more exceeds the limit, without unpacking it all', async () => {
  const bomb = recording(deflateSync(Buffer.alloc(50_000_000)));
  const before = process.memoryUsage().arrayBuffers;
  expect(await sizeOf(bomb, 1_000_000)).toBe(Number.POSITIVE_INFINITY);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(25_000_000);
});

it.each([
  ['broken', recording(Buffer.from([0x78, 0x9c, 0xff, 0xff, 0xff, 0xff]))],
  ['cut short', recording(deflateSync(events(50_000)).subarray(0, 60))],
  ['of another form', recording('hello')],
  ['no list', recording(deflateSync('{}'))],
  ['a list of nothing', recording('[null]')],
  ['empty', recording('')],
])('data that is %s exceeds every limit, and is dropped', async (_name, broken) => {
  expect(await redacted(broken, 1_000_000)).toEqual({ data: Buffer.of(), bytes: Number.POSITIVE_INFINITY });
});

it('a recording is compressed, whether it was or not; its number precedes the data', async () => {
  const data = events(1234);
  for (const given of [data, deflateSync(data)])
    expect(inflateSync((await redacted(recording(given), 2_000)).data).toString()).toBe(data);
  expect(numbered(deflateSync(data), 4)).toEqual(recording(deflateSync(data), 4));
});

it('what is held reaches back to the checkpoint before the last, and is returned once, in order, with its start', () => {
  const hold = createHold<string>(100);
  hold.add('a', 'one', 10, 1000);
  hold.add('a', 'two', 10, 2000);
  hold.add('b', 'another', 60, 2);
  expect(hold.take('a')).toEqual({ start: 1000, items: ['one', 'two'] });
  expect([hold.take('a'), hold.take('b').items]).toEqual([{ start: 0, items: [] }, ['another']]);
  hold.add('a', 'old', 10, 1000);
  hold.checkpoint('a', 2000);
  hold.add('a', 'newer', 10, 1000);
  hold.checkpoint('a', 3000);
  hold.add('a', 'newest', 10, 1000);
  expect(hold.take('a')).toEqual({ start: 2000, items: ['newer', 'newest'] });
});

it('too much that is held goes from one full snapshot to the next, oldest first; without one nothing more is held', () => {
  const hold = createHold<string>(100);
  expect([hold.add('a', 'one', 40, 1), hold.add('a', 'two', 60, 1)]).toEqual([0, 0]);
  hold.checkpoint('a', 2);
  expect(hold.add('a', 'three', 30, 1)).toBe(2);
  expect(hold.take('a')).toEqual({ start: 2, items: ['three'] });
  expect([hold.add('a', 'big', 101, 1), hold.add('a', 'after', 1, 1)]).toEqual([1, 1]);
  expect(hold.take('a').items).toEqual([]);
  hold.add('b', 'big', 101, 1);
  hold.checkpoint('b', 5);
  hold.add('b', 'again', 1, 1);
  expect(hold.take('b')).toEqual({ start: 5, items: ['again'] });
});
