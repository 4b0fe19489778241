import { describe, expect, it } from 'vitest';
import { createCounters, LIMITS, type Limit } from '../../../../electron/shared/limits.ts';

describe('the table of limits', () => {
  it('says what the specification says', () => {
    const values = Object.entries<Limit>(LIMITS).map(([key, { value, unit }]) => `${key}: ${value} ${unit}`);
    expect(values).toEqual([
      'breadcrumbs: 100 breadcrumbs',
      'breadcrumbBytes: 4096 bytes',
      'eventBytes: 1000000 bytes',
      'eventCompressedBytes: 200000 bytes',
      'baggage: 8192 characters',
      'replayIdlePause: 300 seconds',
      'replayIdleExpiry: 900 seconds',
      'replayMaximum: 3600 seconds',
      'replayFlushMinimum: 5000 milliseconds',
      'replayFlushMaximum: 5500 milliseconds',
      'replayBuffer: 20000000 bytes',
      'reportsPerHour: 100 reports',
      'reportsPerDay: 1000 reports',
      'imageCache: 60 seconds',
      'pageDataAttempts: 3 attempts',
    ]);
  });
});

describe('the counters', () => {
  it('count by limit and by what was done, and give copies', () => {
    const counters = createCounters();
    counters.add('baggage', 'dropped');
    counters.add('baggage', 'dropped', 2);
    const before = counters.read();
    counters.add('breadcrumbs', 'trimmed', 100);
    expect(before.baggage).toEqual({ trimmed: 0, dropped: 3, paused: 0 });
    expect(before.breadcrumbs.trimmed).toBe(0);
    expect(Object.keys(before)).toEqual(Object.keys(LIMITS));
  });
});
