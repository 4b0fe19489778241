import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Event } from '@sentry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../electron/shared/limitValues/limits.ts';
import { boundBreadcrumb, boundEvent } from '../../../../electron/telemetry/trimming/size.ts';

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('a breadcrumb', () => {
  it('is limited in bytes and is plain data, whatever it contains', () => {
    const breadcrumb = fc.record({
      ...{ timestamp: fc.anything(), message: fc.anything(), data: fc.anything(), level: fc.anything() },
      ...{ event_id: fc.anything(), origin: fc.anything(), later: fc.anything() },
    });
    fc.assert(
      fc.property(breadcrumb, (given) => {
        const bound = boundBreadcrumb(given as never, 5);
        expect(sizeOf(bound)).toBeLessThanOrEqual(LIMITS.breadcrumbBytes.value);
        expect(typeof bound.timestamp).toBe('number');
      }),
      { seed: 20261122 },
    );
  });

  it('keeps small values, and marks where long texts were cut', () => {
    // Also fields of later SDKs.
    const more = { event_id: 'a'.repeat(32), origin: 'auto.log', later: { is: 1 } };
    const small = { timestamp: 1, category: 'console', message: 'hello', data: { a: [1] }, ...more };
    expect(boundBreadcrumb(small, 5)).toEqual(small);
    const data = { arguments: ['y'.repeat(100_000), 'short'] };
    const escaped = boundBreadcrumb({ message: '\u0000'.repeat(9_000) }, 5);
    expect(sizeOf(escaped)).toBeLessThanOrEqual(LIMITS.breadcrumbBytes.value);
    const large = boundBreadcrumb({ message: 'x'.repeat(100_000), data }, 5);
    expect(sizeOf(large)).toBeLessThanOrEqual(LIMITS.breadcrumbBytes.value);
    expect(large.message).toMatch(/^x{2047}…$/);
    expect(large.data?.arguments).toEqual([expect.stringMatching(/^y+…$/), 'short']);
  });
});

describe('an event', () => {
  const breadcrumbs = Array.from({ length: LIMITS.breadcrumbs.value }, (_, i) => ({
    timestamp: i,
    message: `${i} ${randomBytes(LIMITS.eventCompressedBytes.value / 80).toString('base64')}`,
  }));
  const exception = { values: [{ type: 'Error', value: 'what failed' }] };

  it('within the limits stays unchanged; of the most bytes too if it compresses well, and is cut with one more', () => {
    const event: Event = { event_id: '1', exception, breadcrumbs: breadcrumbs.slice(0, 50) };
    const before = structuredClone(event);
    expect(boundEvent(event)).toBe(0);
    expect(event).toEqual(before);
    const withBytes = (bytes: number): Event => ({ message: 'z'.repeat(bytes - sizeOf({ message: '' })) });
    const most = LIMITS.eventBytes.value;
    expect([most, most + 1].map((bytes) => boundEvent(withBytes(bytes)))).toEqual([0, 1]);
  });

  it('that cannot be compressed enough loses its oldest breadcrumbs, and says so', () => {
    const event: Event = { event_id: '1', exception, breadcrumbs };
    boundEvent(event);
    expect(gzipSync(JSON.stringify(event)).length).toBeLessThanOrEqual(LIMITS.eventCompressedBytes.value);
    expect(event.breadcrumbs).toEqual(breadcrumbs.slice(breadcrumbs.length / 2));
    expect(event.exception).toEqual(exception);
    expect(event.contexts?.cut).toMatchObject({ parts: 'breadcrumbs (1)' });
  });

  it('loses every part that it may lose if even its shortest form is too large', () => {
    const wide = (depth: number): unknown =>
      depth === 0 ? 'z'.repeat(100) : Array(10).fill(wide(depth - 1));
    const event = { exception: wide(4), tags: { a: 'b' }, breadcrumbs: [{}] } as unknown as Event;
    boundEvent(event);
    expect(Object.keys(event)).toEqual(['exception', 'contexts']);
  });

  it('loses from its largest part first', () => {
    const extra = { log: 'z'.repeat(1_500_000) };
    const event: Event = { exception, breadcrumbs: breadcrumbs.slice(0, 5), extra };
    boundEvent(event);
    expect(event.extra?.log).toHaveLength(8192);
    expect(event.breadcrumbs).toHaveLength(5);
  });

  it.each([
    ['a text', 'a'.repeat(8_000)],
    ['a list', Array(500).fill('a')],
  ])('is brought within the limits if its contexts are %s', (_, contexts) => {
    // As large as an event may be before what says that it was cut.
    const spans = Array.from({ length: 4 }, () => randomBytes(115_000).toString('base64'));
    const event = { event_id: '1', contexts, ...spans } as unknown as Event;
    boundEvent(event);
    expect(JSON.stringify(event).length).toBeLessThanOrEqual(LIMITS.eventBytes.value);
    expect(event.contexts).toEqual({ cut: expect.anything() });
  });

  it('of any kind is brought within the limits, and keeps its id and its exception', () => {
    const hex = (bytes: number) => randomBytes(bytes).toString('hex');
    const bulk = fc
      .tuple(fc.constantFrom(0, 1, 2), fc.integer({ min: 1, max: 5_000 }))
      .map(([kind, size]): unknown => {
        if (kind === 0) return hex(size * 50);
        const list = Array.from({ length: size }, () => hex(20));
        return kind === 1 ? list : Object.fromEntries(list.map((key) => [key, { deep: ['"\u0000'] }]));
      });
    const names = ['extra', 'contexts', 'spans', 'message', 'request', 'tags'];
    const parts = fc.record(Object.fromEntries(names.map((name) => [name, bulk])));
    fc.assert(
      fc.property(parts, bulk, (given, value) => {
        const exception = { values: [{ type: 'Error', value }] };
        const event = { event_id: '1', exception, ...given } as unknown as Event;
        boundEvent(event);
        const json = JSON.stringify(event);
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(LIMITS.eventBytes.value);
        expect(gzipSync(json).length).toBeLessThanOrEqual(LIMITS.eventCompressedBytes.value);
        expect([event.event_id, event.exception?.values?.[0]?.type]).toEqual(['1', 'Error']);
      }),
      { seed: 20261122, numRuns: 4, endOnFailure: true },
    );
  });
});
