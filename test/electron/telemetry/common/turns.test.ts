/** What pages send is taken in order, and a flood of it leaves main time for other things. */
import { expect, it } from 'vitest';
import { endTurns, inTurn } from '../../../../electron/telemetry/common/turns.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('the first runs at once, and each of the others in a later turn', async () => {
  await turn();
  const done: number[] = [];
  const all = [1, 2, 3, 4].map((n) =>
    inTurn(() => {
      done.push(n);
      return n;
    }),
  );
  expect(done).toEqual([1]);
  await turn();
  expect(done).toEqual([1, 2]);
  endTurns();
  expect(done).toEqual([1, 2, 3, 4]);
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

it('what throws rejects, and what follows runs', async () => {
  const thrown = inTurn(() => {
    throw new Error('malformed');
  });
  await expect(thrown).rejects.toThrow('malformed');
  expect(await inTurn(() => 'next')).toBe('next');
});
