import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { eraseDumps, savedDumps } from '../../../electron/telemetry/saved.ts';
import { testFolder } from '../testFolder.ts';

describe('memory dumps', () => {
  let folder: string;
  beforeEach(() => {
    folder = testFolder();
  });

  it('are found in the folder and its subfolders, and nothing else is removed', () => {
    for (const name of ['new', 'pending', 'completed']) mkdirSync(join(folder, name));
    for (const name of ['a.dmp', 'pending/b.dmp', 'pending/b.meta', 'completed/c.DMP', 'settings.dat']) {
      writeFileSync(join(folder, name), '12345');
    }
    expect(savedDumps(folder)).toEqual({ count: 3, bytes: 20 });
    eraseDumps(folder);
    expect(savedDumps(folder)).toEqual({ count: 0, bytes: 0 });
    expect([existsSync(join(folder, 'settings.dat')), existsSync(join(folder, 'new'))]).toEqual([true, true]);
  });

  it('that cannot be listed are an error, not an empty list', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => savedDumps(file)).toThrow('ENOTDIR');
  });
});
