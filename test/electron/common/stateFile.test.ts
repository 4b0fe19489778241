import { chmodSync, chownSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import { stateFile } from '../../../electron/common/stateFile.ts';
import { COUNTERS, type Counters, NO_FAULTS } from '../../../electron/shell/recovery/budget.policy.ts';
import { REMEMBERED } from '../../../electron/shell/window/bounds.policy.ts';
import { lacks } from '../../support/lacks.ts';
import { testFolder } from '../testFolder.ts';

let folder: string;
let file: string;
let told: string[];
beforeEach(() => {
  folder = join(testFolder(), 'new');
  file = join(folder, 'state.json');
  told = [];
});
const state = <E extends v.ObjectEntries>(entries: E) =>
  stateFile(file, entries, (problem) => void told.push(problem));

const failures: Counters = { spent: 2, gpuCrashes: [1_800_000_000_000, 1_800_000_001_000] };
const bounds = { x: -5, y: 7, width: 800, height: 600 };

it('returns what was written, is replaced atomically and leaves no other file', () => {
  for (const counters of [NO_FAULTS, failures]) {
    expect(state(COUNTERS).write(counters)).toBe(true);
    expect(state(COUNTERS).read()).toEqual(counters);
  }
  for (const mode of ['normal', 'maximized', 'fullscreen'] as const) {
    expect(state(REMEMBERED).write({ bounds, mode })).toBe(true);
    expect(state(REMEMBERED).read()).toEqual({ bounds, mode });
  }
  expect([told, readdirSync(folder)]).toEqual([[], ['state.json']]);
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
  state(COUNTERS).write(NO_FAULTS);
  writeFileSync(file, text);
  for (const entries of [COUNTERS, REMEMBERED])
    expect(state<v.ObjectEntries>(entries).read()).toBe(undefined);
  expect(told).toEqual(Array(2).fill(expect.stringContaining(file)));
  state(COUNTERS).write(failures);
  expect(state(COUNTERS).read()).toEqual(failures);
});

it.skipIf(lacks('signals'))('is unchanged in a read-only folder, which is told once', () => {
  const one = state(COUNTERS);
  one.write(failures);
  chmodSync(folder, 0o500);
  // Root may write everywhere.
  const isRoot = process.getuid?.() === 0;
  const nobody = 65_534;
  if (isRoot) {
    for (const path of [dirname(folder), folder, file]) chownSync(path, nobody, nobody);
    process.seteuid?.(nobody);
  }
  try {
    expect([one.write(NO_FAULTS), one.write(NO_FAULTS)]).toEqual([false, false]);
    expect(one.read()).toEqual(failures);
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(folder, 0o700);
  }
  expect(told).toEqual([expect.stringContaining('EACCES')]);
  expect(one.write(NO_FAULTS)).toBe(true);
});
