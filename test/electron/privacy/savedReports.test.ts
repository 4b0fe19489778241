import { describe, expect, it, vi } from 'vitest';
import { together } from '../../../electron/privacy/savedReports.ts';

describe('several stores together', () => {
  it('are counted and erased as one, even if one fails', () => {
    const failing = {
      saved: () => ({ count: 1, bytes: 10 }),
      erase: vi.fn(() => {
        throw new Error('read-only');
      }),
    };
    const other = { saved: () => ({ count: 2, bytes: 20 }), erase: vi.fn() };
    const all = together([failing, other]);
    expect(all.saved()).toEqual({ count: 3, bytes: 30 });
    expect(() => all.erase()).toThrow('read-only');
    expect(other.erase).toHaveBeenCalledOnce();
  });
});
