import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eraseDumps, savedDumps } from '../../../electron/privacy/crashDumps.ts';
import { together } from '../../../electron/privacy/savedReports.ts';
import { testFolder } from '../testFolder.ts';

describe('several stores together', () => {
  it('are counted and erased as one, the others also when one fails', () => {
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

describe('memory dumps', () => {
  let folder: string;
  beforeEach(() => {
    folder = testFolder();
  });

  it('are found in the folder and in those that the crash handler makes, and only they are removed', () => {
    for (const name of ['new', 'pending', 'completed']) mkdirSync(join(folder, name));
    for (const name of ['a.dmp', 'pending/b.dmp', 'pending/b.meta', 'completed/c.DMP', 'settings.dat']) {
      writeFileSync(join(folder, name), '12345');
    }
    expect(savedDumps(folder)).toEqual({ count: 3, bytes: 20 });
    eraseDumps(folder);
    expect(savedDumps(folder)).toEqual({ count: 0, bytes: 0 });
    expect([existsSync(join(folder, 'settings.dat')), existsSync(join(folder, 'new'))]).toEqual([true, true]);
  });

  it('are none where there is no folder', () => {
    expect(savedDumps(join(folder, 'none'))).toEqual({ count: 0, bytes: 0 });
    eraseDumps(join(folder, 'none'));
  });

  it('that cannot be looked at are an error, not none', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => savedDumps(file)).toThrow('ENOTDIR');
  });
});
