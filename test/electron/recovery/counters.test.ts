import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHealth, writeHealth } from '../../../electron/recovery/counters.ts';
import { type Counters, NO_FAULTS } from '../../../electron/recovery/recovery.policy.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-health-'));
  file = join(folder, 'recovery.json');
});

afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const COUNTERS: Counters = {
  loads: [1_800_000_000_000, 1_800_000_001_000],
  spent: 2,
  gpuCrashes: [1_800_000_000_500],
  gpuOffVersion: '1.0.0',
};

describe('counters on disk', () => {
  it('come back as they were written', () => {
    expect(writeHealth(file, COUNTERS)).toBeUndefined();
    expect(readHealth(file)).toEqual({ counters: COUNTERS });
  });

  it('are replaced whole, and leave no other file behind', () => {
    writeHealth(file, COUNTERS);
    writeHealth(file, NO_FAULTS);
    expect(readHealth(file)).toEqual({ counters: NO_FAULTS });
    expect(readdirSync(folder)).toEqual(['recovery.json']);
  });

  it('begin at zero on a first launch, which is no problem', () => {
    expect(readHealth(file)).toEqual({ counters: NO_FAULTS });
  });

  const whole = JSON.stringify({ format: 1, ...COUNTERS });
  it.each([
    ['empty', ''],
    ['torn', whole.slice(0, 40)],
    ['binary', '\u0000\u0001\u0002'],
    ['of another program', '{"theme":"dark"}'],
    ['of a later format', whole.replace('"format":1', '"format":2')],
    ['with a negative budget', whole.replace('"spent":2', '"spent":-9')],
    ['with more loads than are counted', whole.replace('"loads":[', '"loads":[1,2,3,')],
    ['with a time that is no number', whole.replace('1800000001000', '"now"')],
    ['null', 'null'],
  ])('begin at zero and say so when the file is %s', (_, text) => {
    writeFileSync(file, text);
    const { counters, problem } = readHealth(file);
    expect(counters).toEqual(NO_FAULTS);
    expect(problem).toContain(file);
    // The next write puts it right.
    expect(writeHealth(file, COUNTERS)).toBeUndefined();
    expect(readHealth(file)).toEqual({ counters: COUNTERS });
  });

  it('begin at zero and say so when a folder is where the file should be', () => {
    mkdirSync(file);
    expect(readHealth(file)).toMatchObject({
      counters: NO_FAULTS,
      problem: expect.stringContaining('EISDIR'),
    });
    expect(writeHealth(file, COUNTERS)).toContain(file);
    expect(readdirSync(folder)).toEqual(['recovery.json']);
  });

  it('say so when the folder is a file or cannot be written, and throw nothing', () => {
    writeFileSync(file, 'a file');
    const inFile = join(file, 'recovery.json');
    expect(readHealth(inFile)).toMatchObject({
      counters: NO_FAULTS,
      problem: expect.stringContaining('ENOTDIR'),
    });
    expect(writeHealth(inFile, COUNTERS)).toContain('ENOTDIR');
    expect(readFileSync(file, 'utf8')).toBe('a file');
  });

  it.skipIf(process.platform === 'win32')(
    'stay as they are in a read-only folder, and the app goes on',
    () => {
      writeHealth(file, COUNTERS);
      chmodSync(folder, 0o500);
      asOrdinaryUser(() => {
        expect(writeHealth(file, NO_FAULTS)).toContain('EACCES');
        expect(readHealth(file)).toEqual({ counters: COUNTERS });
      });
    },
  );
});

/** The superuser may write everywhere: where the tests run as one, the test does not. */
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
