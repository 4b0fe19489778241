import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  compressRecording,
  recordingSize,
  renumber,
} from '../../../../electron/telemetry/replay/recording.ts';

const recording = (data: Uint8Array | string, number = 3) =>
  Buffer.concat([Buffer.from(`{"segment_id":${number}}\n`), Buffer.from(data)]);
const events = (bytes: number) => `[${'"x",'.repeat(Math.ceil(bytes / 4))}`.slice(0, bytes - 1).concat(']');

describe('the size of a recording', () => {
  it.each([1, 999, 1000, 1001, 50_000])('is right at the limit of 1000 bytes: %i', async (bytes) => {
    const data = events(Math.max(2, bytes));
    const size = await recordingSize(recording(deflateSync(data)), 1000);
    expect(size > 1000).toBe(data.length > 1000);
  });

  it('is that of its text when it is not compressed', async () => {
    expect(await recordingSize(recording(events(1234)), 1000)).toBe(1234);
  });

  it('of a small file that unpacks to much more is over, without unpacking it all', async () => {
    const bomb = recording(deflateSync(Buffer.alloc(50_000_000)));
    const before = process.memoryUsage().arrayBuffers;
    expect(await recordingSize(bomb, 1_000_000)).toBe(Number.POSITIVE_INFINITY);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(25_000_000);
  });

  it.each([
    ['broken', recording(Buffer.from([0x78, 0x9c, 0xff, 0xff, 0xff, 0xff]))],
    ['cut short', recording(deflateSync(events(50_000)).subarray(0, 60))],
    ['of another form', recording('hello')],
    ['empty', recording('')],
  ])('of data that is %s is over every limit', async (_name, broken) => {
    expect(await recordingSize(broken, 1_000_000)).toBe(Number.POSITIVE_INFINITY);
  });
});

it('a recording is compressed once', async () => {
  const data = events(1234);
  const compressed = await compressRecording(recording(data));
  expect(inflateSync(compressed.subarray(compressed.indexOf(10) + 1)).toString()).toBe(data);
  expect(await compressRecording(compressed)).toBe(compressed);
});

describe('a segment number', () => {
  it('is replaced and the data stays as it is', () => {
    const data = deflateSync('[{"a":"\\n"}]');
    expect(renumber(recording(data, 123), 4)).toEqual(recording(data, 4));
  });
});
