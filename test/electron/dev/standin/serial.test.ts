import { describe, expect, it, vi } from 'vitest';
import { ProtocolError } from '../../../../electron/dev/standin/cdp.ts';
import { serial } from '../../../../electron/dev/standin/serial.ts';

describe('what a page tells', () => {
  it('is handled one after the other, although the first takes its time', async () => {
    const seen: number[] = [];
    const inTurn = serial(() => false);
    void inTurn(async () => {
      await new Promise(setImmediate);
      seen.push(1);
    });
    await inTurn(() => seen.push(2));
    expect(seen).toEqual([1, 2]);
  });

  it('goes on when Chromium answers that something is gone, which is written unless it may be', async () => {
    const written = vi.spyOn(console, 'error').mockReturnValue();
    let mayBeGone = true;
    const inTurn = serial(() => mayBeGone);
    await inTurn(() => Promise.reject(new ProtocolError('no such page')));
    expect(written).not.toHaveBeenCalled();
    mayBeGone = false;
    await inTurn(() => Promise.reject(new ProtocolError('no such page')));
    expect(written).toHaveBeenCalledOnce();
    written.mockRestore();
  });

  it('goes on when a listener of the app throws, which is an uncaught exception', async () => {
    const later = vi.spyOn(globalThis, 'setImmediate').mockReturnValue({} as NodeJS.Immediate);
    const inTurn = serial(() => false);
    let went = false;
    await inTurn(() => {
      throw new Error('of the app');
    });
    await inTurn(() => {
      went = true;
    });
    expect(went).toBe(true);
    expect(later.mock.calls[0]?.[0]).toThrow('of the app');
    later.mockRestore();
  });
});
