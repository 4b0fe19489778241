import type { Breadcrumb } from '@sentry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bounded,
  createTrail,
  newestOf,
  PROCESS_KEY,
  RESERVED,
  type Source,
  WINDOW_KEY,
} from '../../../../electron/telemetry/common/trail.ts';

const at = (timestamp: number, message = `at ${timestamp}`): Breadcrumb => ({ timestamp, message });
const times = (breadcrumbs: readonly Breadcrumb[]) => breadcrumbs.map(({ timestamp }) => timestamp);
const ascending = (breadcrumbs: readonly Breadcrumb[]) =>
  times(breadcrumbs).every((time, i, all) => i === 0 || (all[i - 1] ?? 0) <= (time ?? 0));

describe('the trail', () => {
  it('puts the breadcrumbs of both processes in order of time and keeps the newest 100', () => {
    const trail = createTrail();
    for (let i = 0; i < 500; i++) {
      trail.add('main', at(2 * i), 0);
      trail.add(7, at(2 * i + 1), 0);
    }
    const read = trail.read();
    expect(times(read)).toEqual(Array.from({ length: 100 }, (_, i) => 900 + i));
  });

  it('marks each breadcrumb with its process and its window', () => {
    const trail = createTrail();
    trail.add('main', at(1), 0);
    trail.add(3, { timestamp: 2, data: { url: '/a' } }, 0);
    const [main, page] = trail.read();
    expect(main?.data).toEqual({ [PROCESS_KEY]: 'main' });
    expect(page?.data).toEqual({ url: '/a', [PROCESS_KEY]: 'renderer', [WINDOW_KEY]: 3 });
  });

  it('does not change the breadcrumb that it was given', () => {
    const given = Object.freeze(at(1));
    createTrail().add('main', given, 0);
    expect(given).toEqual(at(1));
  });

  it('dates a breadcrumb without a time', () => {
    const trail = createTrail();
    trail.add('main', { message: 'now' }, 5000);
    expect(times(trail.read())).toEqual([5]);
  });

  it('keeps the last 20 of a quiet process however chatty the other one is', () => {
    const trail = createTrail();
    for (let i = 0; i < 30; i++) trail.add('main', at(i), 0);
    for (let i = 0; i < 1000; i++) trail.add(1, at(1000 + i), 0);
    const main = trail.read().filter(({ data }) => data?.[PROCESS_KEY] === 'main');
    expect(times(main)).toEqual(Array.from({ length: RESERVED }, (_, i) => 10 + i));
  });

  it('keeps breadcrumbs of a closed window, without a place reserved for them', () => {
    const trail = createTrail();
    for (let i = 0; i < 50; i++) trail.add(1, at(i), 0);
    trail.close(1);
    expect(trail.read()).toHaveLength(50);
    for (let i = 0; i < 100; i++) trail.add('main', at(100 + i), 0);
    expect(trail.read().every(({ data }) => data?.[PROCESS_KEY] === 'main')).toBe(true);
  });

  it('leaves out what came after the report', () => {
    const trail = createTrail();
    for (const time of [1, 2, 3]) trail.add('main', at(time), 0);
    expect(times(trail.read({ until: 2 }))).toEqual([1, 2]);
  });

  it("adds a report's own breadcrumbs, and those it shares with the trail only once", () => {
    const trail = createTrail();
    trail.add('main', at(1), 0);
    trail.add(4, at(3), 0);
    const read = trail.read({ own: [at(1), at(2, 'own'), at(3)], source: 4 });
    expect(read.map(({ message }) => message)).toEqual(['at 1', 'own', 'at 3']);
    expect(read[1]?.data).toEqual({ [PROCESS_KEY]: 'renderer', [WINDOW_KEY]: 4 });
  });

  it.each([
    ['main lowers it', [['main', 50]], 50],
    [
      'a page lowers it',
      [
        ['main', 100],
        [2, 10],
      ],
      10,
    ],
    [
      'nobody raises it',
      [
        ['main', 500],
        [2, Number.POSITIVE_INFINITY],
      ],
      100,
    ],
    ['0 means none', [[2, 0]], 0],
    ['below 0 means none', [['main', -1]], 0],
  ] as [string, [Source, number][], number][])('maxBreadcrumbs: %s', (_name, limits, expected) => {
    const trail = createTrail();
    for (let i = 0; i < 200; i++) trail.add(i % 2 ? 'main' : 2, at(i), 0);
    for (const [source, limit] of limits) trail.limit(source, limit);
    expect(trail.read()).toHaveLength(expected);
    expect(trail.most()).toBe(expected);
  });

  it('forgets the limit of a window that is closed', () => {
    const trail = createTrail();
    trail.limit(2, 0);
    trail.close(2);
    expect(trail.most()).toBe(100);
  });

  it('clears', () => {
    const trail = createTrail();
    trail.add('main', at(1), 0);
    trail.add(2, at(1), 0);
    trail.close(2);
    trail.clear();
    expect(trail.read()).toEqual([]);
  });

  it('holds for any mix of processes, windows, times and limits', () => {
    const crumb = fc.record({
      source: fc.constantFrom<Source>('main', 1, 2, 3),
      time: fc.integer({ min: 0, max: 10_000 }),
    });
    fc.assert(
      fc.property(fc.array(crumb, { maxLength: 600 }), fc.integer({ min: 0, max: 150 }), (crumbs, limit) => {
        const trail = createTrail();
        trail.limit('main', limit);
        for (const [i, { source, time }] of crumbs.entries()) trail.add(source, at(time, String(i)), 0);
        const read = trail.read();
        const most = Math.min(100, limit);
        expect(read.length).toBe(Math.min(most, keepable(crumbs)));
        expect(ascending(read)).toBe(true);
        expect(new Set(read.map(({ message }) => message)).size).toBe(read.length);
        for (const source of ['main', 1, 2, 3] as const) {
          const made = crumbs.filter((one) => one.source === source).map(({ time }) => time);
          const share = Math.min(RESERVED, Math.floor(most / 4), made.length);
          const held = times(read.filter(({ data }) => (data?.[WINDOW_KEY] ?? 'main') === source));
          expect(last(held, share)).toEqual(
            last(
              made.sort((a, b) => a - b),
              share,
            ),
          );
        }
      }),
      { seed: 20261120 },
    );
  });
});

const last = <T>(list: T[], count: number) => list.slice(list.length - Math.min(count, list.length));

/** How many the trail can still have: 100 of each source. */
function keepable(crumbs: { source: Source }[]): number {
  const bySource = Map.groupBy(crumbs, ({ source }) => source);
  return [...bySource.values()].reduce((sum, list) => sum + Math.min(100, list.length), 0);
}

describe('the choice of the newest', () => {
  it('never lets an older breadcrumb without a reserved place push out a newer one', () => {
    const list = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 120 });
    fc.assert(
      fc.property(list, list, list, fc.integer({ min: 0, max: 120 }), (a, b, rest, limit) => {
        const sorted = (all: number[]) => all.sort((x, y) => x - y).map((time) => at(time));
        const groups = [sorted(a), sorted(b)];
        const kept = newestOf(groups, sorted(rest), limit);
        const share = Math.min(
          RESERVED,
          Math.floor(limit / Math.max(1, groups.filter((g) => g.length).length)),
        );
        const reserved = groups.flatMap((group) => last(group, share));
        const free = times(kept.filter((one) => !reserved.includes(one))) as number[];
        const left = times(
          [...groups.flat(), ...sorted(rest)].filter((one) => !kept.includes(one)),
        ) as number[];
        expect(kept.length).toBe(Math.min(limit, a.length + b.length + rest.length));
        if (free.length && left.length) expect(Math.min(...free)).toBeGreaterThanOrEqual(Math.min(...left));
      }),
      { seed: 20261120 },
    );
  });
});

describe('the last guard', () => {
  it('leaves a list alone that is in order and within the limit', () => {
    const list = [at(1), at(1), at(2)];
    expect(bounded(list, 3)).toBe(list);
  });

  it('sorts, and keeps the newest', () => {
    expect(times(bounded([at(3), at(1), at(2)], 2))).toEqual([2, 3]);
    expect(bounded([at(1)], 0)).toEqual([]);
  });
});
