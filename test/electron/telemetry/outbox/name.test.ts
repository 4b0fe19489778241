import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatName, type Priority, parseName } from '../../../../electron/telemetry/outbox/name.ts';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

const anyName = fc.record({
  time: fc.integer({ min: 0, max: 9_999_999_999_999 }),
  priority: fc.constantFrom<Priority>(0, 1, 2, 3),
  isFirst: fc.boolean(),
  categories: fc.constantFrom('error', 'attachment+error', 'log_item', 'attachment+error+log_item'),
  id: hex(32),
  replay: fc.option(hex(8), { nil: undefined }),
  target: hex(8),
  size: fc.integer({ min: 0, max: 999_999_999 }),
});

describe('a stored file name', () => {
  it('is read as it was written', () => {
    fc.assert(fc.property(anyName, (name) => void expect(parseName(formatName(name))).toEqual(name)));
  });

  it('is legal on Windows and sorts by time', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        expect(formatName(a)).not.toMatch(/[<>:"/\\|?*\s]/);
        if (a.time < b.time) expect(formatName(a) < formatName(b)).toBe(true);
      }),
    );
  });

  it.each(['', '.DS_Store', '1-0-error-x-0-1-2.envelope', 'v2-0001764000000-error.envelope'])(
    'is not read from %j',
    (file) => {
      expect(parseName(file)).toBeUndefined();
    },
  );
});
