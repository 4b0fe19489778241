import { describe, expect, it } from 'vitest';
import { createHold } from '../../../../electron/telemetry/replay/replaySegments.ts';

describe('a held replay', () => {
  it('is returned once, in order, with its start', () => {
    const hold = createHold<string>(100);
    hold.add('a', 'one', 10, 1000);
    hold.add('a', 'two', 10, 2000);
    expect(hold.take('a')).toEqual({ start: 1000, items: ['one', 'two'] });
    expect(hold.take('a').items).toEqual([]);
  });

  it('reaches back to the checkpoint before the last', () => {
    const hold = createHold<string>(100);
    hold.add('a', 'old', 10, 1000);
    hold.checkpoint('a', 2000);
    hold.add('a', 'newer', 10, 1000);
    hold.checkpoint('a', 3000);
    hold.add('a', 'newest', 10, 1000);
    expect(hold.take('a')).toEqual({ start: 2000, items: ['newer', 'newest'] });
  });

  it('drops whole checkpoints, oldest first, when it is too large', () => {
    const hold = createHold<string>(100);
    expect([hold.add('a', 'one', 40, 1), hold.add('a', 'two', 60, 1)]).toEqual([0, 0]);
    hold.checkpoint('a', 2);
    expect(hold.add('a', 'three', 30, 1)).toBe(2);
    expect(hold.take('a')).toEqual({ start: 2, items: ['three'] });
  });

  it('needs a full snapshot: after too much at once it is empty until the next checkpoint', () => {
    const hold = createHold<string>(100);
    expect([hold.add('a', 'big', 101, 1), hold.add('a', 'after', 1, 1)]).toEqual([1, 1]);
    expect(hold.take('a').items).toEqual([]);
    hold.add('b', 'big', 101, 1);
    hold.checkpoint('b', 5);
    hold.add('b', 'again', 1, 1);
    expect(hold.take('b')).toEqual({ start: 5, items: ['again'] });
  });

  it('is separate for each replay, and can be discarded', () => {
    const hold = createHold<string>(100);
    hold.add('a', 'one', 60, 1);
    hold.add('b', 'two', 60, 2);
    hold.take('a');
    expect([hold.take('a'), hold.take('b')]).toEqual([
      { start: 0, items: [] },
      { start: 2, items: ['two'] },
    ]);
  });
});
