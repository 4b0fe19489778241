import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { numbered, redactRecording } from '../../../../electron/telemetry/replay/recording.ts';

const recording = (data: Uint8Array | string, number = 3) =>
  Buffer.concat([Buffer.from(`{"segment_id":${number}}\n`), Buffer.from(data)]);
/** This many bytes: as JSON with one text. */
const events = (bytes: number) => `["${'x'.repeat(bytes - 4)}"]`;

// biome-ignore lint/correctness/useYield: it does no work.
const unchanged = function* (_: string, value: unknown) {
  return value;
};
const redacted = (data: Uint8Array, limit: number) => redactRecording(data, limit, unchanged);
const sizeOf = async (data: Uint8Array, limit: number) => (await redacted(data, limit)).bytes;

describe('the size of a recording', () => {
  it.each([4, 999, 1000, 1001, 50_000])('is right at the limit of 1000 bytes: %i', async (bytes) => {
    const data = events(bytes);
    const size = await sizeOf(recording(deflateSync(data)), 1000);
    expect(size > 1000).toBe(data.length > 1000);
  });

  it("is its text's size if it is not compressed", async () => {
    expect(await sizeOf(recording(events(1234)), 2000)).toBe(1234);
  });

  it('of a small file that unpacks to much more exceeds the limit, without unpacking it all', async () => {
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
  ])('of data that is %s exceeds every limit', async (_name, broken) => {
    expect(await sizeOf(broken, 1_000_000)).toBe(Number.POSITIVE_INFINITY);
  });
});

it('a recording is compressed, whether it was or not, and an unreadable one is dropped', async () => {
  const data = events(1234);
  for (const given of [data, deflateSync(data)]) {
    expect(inflateSync((await redacted(recording(given), 2_000)).data).toString()).toBe(data);
  }
  expect((await redacted(recording('hello'), 2_000)).data).toHaveLength(0);
});

it('a segment number precedes the data, which stays unchanged', () => {
  const data = deflateSync('[{"a":"\\n"}]');
  expect(numbered(data, 4)).toEqual(recording(data, 4));
});
