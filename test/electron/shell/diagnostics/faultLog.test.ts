import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { redactHere } from '../../../../electron/common/redactHere.ts';
import type { Fault } from '../../../../electron/shared/fault.ts';
import en from '../../../../electron/shared/texts/en.json' with { type: 'json' };
import { MAX_FAULTS, openFaultLog } from '../../../../electron/shell/diagnostics/faultLog.ts';
import { until } from '../../../support/until.ts';
import { SERVER_ERROR } from '../../../support/words.ts';
import { testFolder } from '../../testFolder.ts';

let file: string;
beforeEach(() => {
  file = join(testFolder(), 'faults.json');
});

const log = () => openFaultLog(file, redactHere);
const fault = (at: number, more: Partial<Fault> = {}): Fault => ({
  ...{ id: '', kind: 'main', url: '/', at, retryable: true, ...more },
});

describe('the fault log', () => {
  it('makes no file without a fault', () => {
    log().flush();
    expect(existsSync(file)).toBe(false);
  });

  it('survives a restart, newest first', () => {
    const first = log();
    first.add(fault(1));
    const more = { kind: 'http' as const, reportId: 'a'.repeat(32), detail: 'why' };
    first.add(fault(2, { ...more, code: 500 }));
    first.flush();
    expect(log().read().list).toEqual([
      { ...more, at: 2, code: '500', title: SERVER_ERROR, url: '/' },
      { at: 1, kind: 'main', title: en.fault.otherMain.title, url: '/' },
    ]);
  });

  it(`holds at most ${MAX_FAULTS} faults of limited size`, () => {
    const first = log();
    for (let at = 1; at <= 60; at++)
      first.add(fault(at, { detail: 'word '.repeat(10_000), url: `/${'x'.repeat(5_000)}` }));
    first.flush();
    const { list, problems } = log().read();
    expect([problems, list.length, list[0]?.at]).toEqual([[], MAX_FAULTS, 60]);
    expect(readFileSync(file).length).toBeLessThan(200_000);
  });

  it('starts over and says so if the file has another form', () => {
    writeFileSync(file, JSON.stringify({ format: 1, faults: [{ at: 'yesterday' }] }));
    const one = log();
    expect(one.read()).toEqual({ list: [], problems: [expect.stringContaining('faults.json')] });
    one.add(fault(5));
    one.flush();
    expect(log().read()).toEqual({ list: [expect.objectContaining({ at: 5 })], problems: [] });
  });

  it('stays in memory and says so if the file cannot be written', async () => {
    mkdirSync(file);
    const one = log();
    one.add(fault(1));
    expect(one.read().problems).toEqual([expect.stringContaining('can’t be read')]);
    await until('the write that fails', () =>
      one.read().problems.some((problem) => problem.includes('can’t be written')),
    );
    expect(one.read().list).toHaveLength(1);
    expect(() => one.flush()).not.toThrow();
  });
});
