import type { Breadcrumb } from '@sentry/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMITS, RESERVED_BREADCRUMBS } from '../../../../electron/shared/limitValues/limits.ts';
import { createBreadcrumbs, type Source } from '../../../../electron/telemetry/trimming/breadcrumbs.ts';

const MOST = LIMITS.breadcrumbs.value;

const at = (timestamp: number, message = `at ${timestamp}`): Breadcrumb => ({ timestamp, message });
const times = (breadcrumbs: readonly Breadcrumb[]) => breadcrumbs.map(({ timestamp }) => timestamp);
const ascending = (breadcrumbs: readonly Breadcrumb[]) =>
  times(breadcrumbs).every((time, i, all) => i === 0 || (all[i - 1] ?? 0) <= (time ?? 0));

it('marks each breadcrumb with its process and its window', () => {
  const kept = createBreadcrumbs();
  kept.add('main', at(1));
  kept.add(3, { timestamp: 2, data: { url: '/a' } });
  const [main, page] = kept.read();
  expect(main?.data).toEqual({ 'electron.process': 'main' });
  expect(page?.data).toEqual({ url: '/a', 'electron.process': 'renderer', 'electron.window': 3 });
});

it('dates a breadcrumb without a time, and leaves out those from after the report', () => {
  const kept = createBreadcrumbs(() => 5000);
  kept.add('main', { message: 'now' });
  for (const time of [1, 2, 3]) kept.add('main', at(time));
  expect(times(kept.read())).toEqual([1, 2, 3, 5]);
  expect(times(kept.read({ until: 2 }))).toEqual([1, 2]);
});

it('treats a time in the future, such as milliseconds, as now, so that it displaces no true one', () => {
  let now = 1_700_000_000_000;
  const kept = createBreadcrumbs(() => now);
  for (let n = 0; n < MOST; n += 1) kept.add(1, at(now));
  for (let n = 0; n < MOST; n += 1) {
    now += 1000;
    kept.add(1, at(now / 1000, 'true'));
  }
  const read = kept.read({ until: now / 1000 });
  expect(read).toHaveLength(MOST);
  expect(read.every(({ message }) => message === 'true')).toBe(true);
  const own = kept.read({ until: now / 1000, own: [at(now, 'own')], source: 1 });
  expect(own.at(-1)).toMatchObject({ message: 'own', timestamp: now / 1000 });
});

it('keeps all if the clock is set back, in order of arrival', () => {
  let now = 1_700_000_000_000;
  const kept = createBreadcrumbs(() => now);
  kept.add('main', at(now / 1000, 'first'));
  kept.add(1, at(now / 1000, 'second'));
  now -= 3_600_000;
  // The report is made a moment before its breadcrumbs are read.
  const until = now / 1000 - 0.002;
  expect(kept.read({ until }).map(({ message }) => message)).toEqual(['first', 'second']);
  expect(times(kept.read({ until }))).toEqual([until, until]);
  now += 1000;
  kept.add(1, at(now / 1000, 'third'));
  expect(kept.read().map(({ message }) => message)).toEqual(['first', 'second', 'third']);
});

it("adds a report's own breadcrumbs, marked, but for those before the last one that is kept already", () => {
  const kept = createBreadcrumbs();
  kept.add('main', at(1));
  kept.add(4, at(3));
  const read = kept.read({ own: [at(2, 'own')], source: 4 });
  expect(read.map(({ message }) => message)).toEqual(['at 1', 'own', 'at 3']);
  expect(read[1]?.data).toMatchObject({ 'electron.window': 4 });
  const own = [2, 3, 4, 5].map((time) => at(time));
  expect(times(kept.read({ own, source: 4 }))).toEqual([1, 3, 4, 5]);
});

it('holds for any mix of processes, times and limits', () => {
  const crumb = fc.record({ source: fc.constantFrom<Source>('main', 1), time: fc.nat(10_000) });
  fc.assert(
    fc.property(fc.array(crumb, { maxLength: 600, size: 'max' }), (crumbs) => {
      const kept = createBreadcrumbs();
      for (const [i, { source, time }] of crumbs.entries()) kept.add(source, at(time, String(i)));
      const read = kept.read();
      expect(read.length).toBe(Math.min(MOST, keepable(crumbs)));
      expect(ascending(read)).toBe(true);
      expect(new Set(read.map(({ message }) => message)).size).toBe(read.length);
      for (const source of ['main', 1] as const) {
        const made = crumbs.flatMap((one, i) => (one.source === source ? [String(i)] : []));
        const held = read.map(({ message }) => message);
        expect(held).toEqual(expect.arrayContaining(last(made, RESERVED_BREADCRUMBS)));
      }
    }),
    { seed: 20261120 },
  );
});

const last = <T>(list: T[], count: number) => list.slice(list.length - Math.min(count, list.length));

function keepable(crumbs: { source: Source }[]): number {
  const bySource = Map.groupBy(crumbs, ({ source }) => source);
  return [...bySource.values()].reduce((sum, list) => sum + Math.min(MOST, list.length), 0);
}

it('sorts a finished report, and keeps the newest', () => {
  const { bounded } = createBreadcrumbs(Date.now, { most: 2 });
  expect(times(bounded([at(3), at(1), at(2)]))).toEqual([2, 3]);
});

it('keeps as many as an app wants, and drops the categories that it names first', () => {
  const kept = createBreadcrumbs(() => 1e9, { most: 150, dropFirst: ['console'] });
  for (let n = 0; n < 300; n += 1) kept.add('main', { timestamp: n, category: n % 2 ? 'console' : 'own' });
  const categories = kept.read().map(({ category }) => category);
  expect(categories).toHaveLength(150);
  // All of its own; of the others only those that came after the last of its own was added.
  expect(categories.filter((category) => category === 'own').length).toBeGreaterThan(140);
  const added = Array.from({ length: 200 }, (_, n) => ({ ...at(n), category: n < 60 ? 'own' : 'console' }));
  const bounded = kept.bounded(added);
  expect([bounded.length, bounded.filter(({ category }) => category === 'own').length]).toEqual([150, 60]);
});
