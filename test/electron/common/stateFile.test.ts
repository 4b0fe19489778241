import { chmodSync, chownSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readState, writeState } from '../../../electron/common/stateFile.ts';
import { COUNTERS, type Counters, NO_FAULTS } from '../../../electron/shell/recovery/budget.policy.ts';
import { REMEMBERED } from '../../../electron/shell/window/bounds.policy.ts';
import { testFolder } from '../testFolder.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'state.json');
});
afterEach(() => {
  chmodSync(folder, 0o700);
});

const failures: Counters = {
  spent: 2,
  gpuCrashes: [1_800_000_000_000, 1_800_000_001_000],
};
const bounds = { x: -5, y: 7, width: 800, height: 600 };

describe('a state file', () => {
  it('returns what was written, is replaced atomically and leaves no other file', () => {
    expect(writeState(file, NO_FAULTS)).toBeUndefined();
    expect(writeState(file, failures)).toBeUndefined();
    expect(readState(file, COUNTERS)).toEqual({ value: failures });
    for (const mode of ['normal', 'maximized', 'fullscreen'] as const) {
      expect(writeState(file, { bounds, mode })).toBeUndefined();
      expect(readState(file, REMEMBERED)).toEqual({ value: { bounds, mode } });
    }
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  const counters = JSON.stringify({ format: 1, ...failures });
  const place = JSON.stringify({ format: 1, bounds, mode: 'normal' });
  it.each([
    ['empty', ''],
    ['torn', counters.slice(0, 40)],
    ['binary', '\u0000\u0001\u0002'],
    ['null', 'null'],
    ['a list', '[]'],
    ['too large', counters + ' '.repeat(1_000_000)],
    ['of another program', '{"theme":"dark"}'],
    ['of a later format', counters.replace('"format":1', '"format":2')],
    ['with a negative budget', counters.replace('"spent":2', '"spent":-9')],
    ['with more crashes than are counted', counters.replace('"gpuCrashes":[', '"gpuCrashes":[1,2,3,')],
    ['with a time that is no number', counters.replace('1800000001000', '"now"')],
    ['with half a pixel', place.replace('-5', '0.5')],
    ['with no width', place.replace('800', '0')],
    ['beyond every desktop', place.replace('-5', '1e300')],
    ['with an unknown mode', place.replace('normal', 'minimized')],
    ['with one key more', place.replace('}', '},"more":1')],
  ])('is named and ignored if it is %s, until it is written again', (_, text) => {
    writeFileSync(file, text);
    for (const entries of [COUNTERS, REMEMBERED])
      expect(readState<v.ObjectEntries>(file, entries)).toEqual({ problem: expect.stringContaining(file) });
    expect(writeState(file, failures)).toBeUndefined();
    expect(readState(file, COUNTERS)).toEqual({ value: failures });
  });

  it.skipIf(process.platform === 'win32')('is unchanged in a read-only folder', () => {
    writeState(file, failures);
    chmodSync(folder, 0o500);
    asOrdinaryUser(() => {
      expect(writeState(file, NO_FAULTS)).toContain('EACCES');
      expect(readState(file, COUNTERS)).toEqual({ value: failures });
    });
  });
});

/** Root may write everywhere, so the test does not run as root. */
function asOrdinaryUser(run: () => void): void {
  if (process.getuid?.() !== 0) return run();
  const nobody = 65_534;
  chownSync(folder, nobody, nobody);
  chownSync(file, nobody, nobody);
  process.seteuid?.(nobody);
  try {
    run();
  } finally {
    process.seteuid?.(0);
  }
}
