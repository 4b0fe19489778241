import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDisk } from '../../../../electron/shell/diagnostics/outboxFolder.ts';
import { formatName } from '../../../../electron/telemetry/outbox/name.ts';
import { lacks } from '../../../support/lacks.ts';
import { testFolder } from '../../testFolder.ts';

const name = (time: number, priority: 0 | 3, size: number) =>
  formatName({
    ...{ time, priority, size, id: time.toString(16).padStart(32, '0') },
    ...{ isFirst: false, categories: 'error', replay: undefined, target: 'aaaaaaaa' },
  });

describe('an outbox folder', () => {
  it('is summarised by priority, and stays unchanged', () => {
    const folder = join(testFolder(), 'outbox');
    mkdirSync(join(folder, 'quarantine'), { recursive: true });
    const files = [name(2_000, 0, 100), name(1_000, 0, 50), name(3_000, 3, 5_000), 'of another version'];
    for (const file of files) writeFileSync(join(folder, file), '');
    writeFileSync(join(folder, 'quarantine', name(1, 0, 1)), 'x');
    const { freeBytes, ...disk } = readDisk(folder);
    expect(freeBytes).toBeGreaterThan(0);
    expect(disk).toEqual({
      folder,
      priorities: [
        { name: 'errors', count: 2, bytes: 150, oldest: 1_000 },
        { name: 'feedback', count: 0, bytes: 0, oldest: undefined },
        { name: 'others', count: 0, bytes: 0, oldest: undefined },
        { name: 'replays', count: 1, bytes: 5_000, oldest: 3_000 },
      ],
      quarantined: 1,
      usedBytes: 3 * 4_352 + 8_448,
      problems: [],
    });
    expect(readdirSync(folder).sort()).toEqual([...files, 'quarantine'].sort());
  });

  it.skipIf(lacks('/proc'))('has no full disk where there is no disk', () => {
    expect(readDisk('/proc/self').freeBytes).toBeUndefined();
  });
});
