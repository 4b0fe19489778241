import { expect, it, vi } from 'vitest';
import { createVisit } from '../../../../electron/shell/signIn/visits.ts';

vi.mock('electron', () => ({ app: {} }));

it("asks about each server once in a user's load, then once after each press", () => {
  const visit = createVisit(true, 1_000);
  // A press from before the load has started it.
  expect(visit.take('one', 900, 1_100)).toBe(true);
  expect(visit.take('one', 900, 1_200)).toBe(false);
  expect(visit.take('two', null, 90_000)).toBe(true);
  expect(visit.take('one', 2_000, 2_100)).toBe(true);
  expect(visit.take('one', 2_000, 2_200)).toBe(false);
  expect(visit.take('one', null, 2_300)).toBe(false);
});

it("asks in a page's own load only after a press, while that may be the cause", () => {
  const visit = createVisit(false, 1_000);
  expect(visit.take('one', null, 1_100)).toBe(false);
  expect(visit.take('one', 900, 1_100)).toBe(false);
  expect(visit.take('one', 1_200, 6_201)).toBe(false);
  expect(visit.take('one', 1_200, 6_200)).toBe(true);
});

it("asks once in a page's own load about what no page decides", () => {
  const visit = createVisit(false, 1_000);
  expect(visit.take('proxy', null, 1_100, { isOnceInLoad: true })).toBe(true);
  expect(visit.take('proxy', null, 1_200, { isOnceInLoad: true })).toBe(false);
});

it('asks no more about a server after a no', () => {
  const visit = createVisit(true, 0);
  visit.decline('one');
  expect(visit.take('one', 100, 100)).toBe(false);
  expect(visit.take('two', 100, 100)).toBe(true);
});
