import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode } from '../../../../electron/dev/standin/clone.ts';

const SEED = 20261120;
const carried = (value: unknown) => decode(encode(value));

/** Everything that structured clone carries by value, nested. */
const cloneable = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withSparseArray: false }),
    fc.constantFrom(undefined, Number.NaN, -0, Number.NEGATIVE_INFINITY, Object('boxed'), Object(7)),
    fc.string({ unit: 'binary' }),
    fc.map(tie('value'), tie('value')),
    fc.uniqueArray(tie('value')).map((items) => new Set(items)),
    fc.uint8Array().map(({ buffer }) => buffer),
    fc.constant(/a+/giu),
  ),
})).value;

describe('a value that is carried between page and main', () => {
  it('arrives as the structured clone algorithm copies it', () => {
    fc.assert(
      fc.property(cloneable, (value) => {
        expect(carried(value)).toStrictEqual(structuredClone(value));
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it('keeps cycles and what is shared', () => {
    const shared = { name: 'shared' };
    const value: Record<string, unknown> = { list: [shared, shared], map: new Map([[shared, shared]]) };
    value.self = value;
    const copy = carried(value) as typeof value & { list: object[]; map: Map<object, object> };
    expect(copy.self).toBe(copy);
    expect(copy.list[0]).toBe(copy.list[1]);
    expect([...copy.map][0]).toEqual([copy.list[0], copy.list[0]]);
    expect(copy.map.get(copy.list[0] as object)).toBe(copy.list[0]);
  });

  it('keeps the bytes of a part of a buffer and no more, and a Buffer arrives as a Uint8Array', () => {
    const part = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
    expect(carried(part)).toEqual(new Uint8Array([2, 3]));
    expect(Object.getPrototypeOf(carried(Buffer.from('ab')))).toBe(Uint8Array.prototype);
  });

  it('keeps large buffers', () => {
    const bytes = new Uint8Array(200_000).map((_zero, at) => at % 251);
    expect(carried(bytes)).toEqual(bytes);
  });

  it('keeps the class, text, stack and cause of errors that JavaScript has', () => {
    const error = new RangeError('too far', { cause: new Error('because') });
    const copy = carried(error) as Error;
    expect(copy).toBeInstanceOf(RangeError);
    expect([copy.message, copy.stack]).toEqual(['too far', error.stack]);
    expect((copy.cause as Error).message).toBe('because');
  });

  it('makes an Error of an error class of somebody’s own, and a plain object of any other instance', () => {
    class OwnError extends Error {
      override name = 'OwnError';
    }
    class Own {
      field = 1;
    }
    expect((carried(new OwnError('own')) as Error).name).toBe('Error');
    expect(carried(new Own())).toStrictEqual({ field: 1 });
  });

  it('takes a key named __proto__ for a key', () => {
    const copy = carried(JSON.parse('{"__proto__": {"polluted": true}}')) as object;
    expect(Object.keys(copy)).toEqual(['__proto__']);
    expect('polluted' in copy).toBe(false);
  });
});

describe('a value that cannot be cloned is refused in Electron’s words', () => {
  it.each([
    ['a function', () => 0],
    ['a function inside', { deep: [() => 0] }],
    ['a symbol', Symbol('s')],
    ['a promise', Promise.resolve()],
    ['a weak map', new WeakMap()],
  ])('%s', (_what, value) => {
    expect(() => encode(value)).toThrow('An object could not be cloned.');
  });

  it('what a getter throws comes through', () => {
    const value = {
      get broken() {
        throw new Error('from the getter');
      },
    };
    expect(() => encode(value)).toThrow('from the getter');
  });
});

it('text that is no clone is an error', () => {
  expect(() => decode('{')).toThrow(SyntaxError);
  expect(() => decode('{"root":{"r":0},"nodes":[["?"]]}')).toThrow('Unknown kind of clone');
});

it('both functions need nothing from outside: they are given to pages as text', () => {
  const apart = new Function(`return { encode: ${encode}, decode: ${decode} }`)() as {
    encode: typeof encode;
    decode: typeof decode;
  };
  const value = { at: new Date(0), list: [1n, undefined] };
  expect(apart.decode(apart.encode(value))).toStrictEqual(value);
});
