import { expect, it } from 'vitest';
import { forEach } from '../../../electron/common/forEach.ts';

it('throws the error after trying all entries', () => {
  const tried: number[] = [];
  const erase = (one: number) => {
    tried.push(one);
    if (one < 3) throw new Error(`${one} is read-only`);
  };
  expect(() => forEach([1, 2, 3], erase)).toThrow('1 is read-only');
  expect(tried).toEqual([1, 2, 3]);
});
