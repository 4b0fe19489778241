import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crashFault } from '../../../../electron/shared/fault.ts';
import { createBreadcrumbs } from '../../../../electron/telemetry/common/breadcrumbs.ts';
import { keepRun, type LastRun } from '../../../../electron/telemetry/sentry/lastRun.ts';
import { testFolder } from '../../testFolder.ts';

const newFile = () => join(testFolder(), 'telemetry', 'last-run.json');
const nothing = (): LastRun => ({ breadcrumbs: [] });
const fail = (error: Error) => {
  throw error;
};
const previousIn = (file: string) => keepRun(file, nothing, fail).previous;

describe('the record of a run', () => {
  it('is there for the next run, and only for that one', () => {
    const file = newFile();
    const breadcrumbs = [{ timestamp: 1, message: 'before the crash' }];
    const crashes = [{ eventId: 'e', fault: crashFault('crashed', '/', 1) }];
    const run = keepRun(file, () => ({ breadcrumbs, replayId: 'abc' }), fail);
    expect(run.previous).toBeUndefined();
    run.replayChanged();
    run.flush();
    expect(run.crashes(crashes)).toBe(true);
    expect(previousIn(file)).toEqual({ breadcrumbs, replayId: 'abc', crashes });
    expect(previousIn(file)).toBeUndefined();
  });

  it('grows only by what is new, and stays bounded', () => {
    const file = newFile();
    const kept = createBreadcrumbs();
    const run = keepRun(file, () => ({ breadcrumbs: kept.read() }), fail);
    let rewritten = 0;
    let inode = 0;
    for (let i = 0; i < 1_000; i++) {
      const added = kept.add('main', {
        timestamp: i,
        message: 'x'.repeat(100_000),
        data: { i, text: 'y'.repeat(9_000) },
      });
      if (added) run.add(added);
      if (i % 10 !== 0) continue;
      run.flush();
      const { ino } = statSync(file);
      if (ino !== inode) rewritten += 1;
      inode = ino;
    }
    run.flush();
    expect(statSync(file).size).toBeLessThan(900_000);
    expect(rewritten).toBeLessThan(15);
    expect(previousIn(file)?.breadcrumbs).toEqual(kept.read());
  });

  it('is removed when it is cleared, with everything that waited', () => {
    const file = newFile();
    const run = keepRun(file, nothing, fail);
    run.add({ timestamp: 1 });
    run.flush();
    run.add({ timestamp: 2 });
    run.clear();
    run.flush();
    expect(previousIn(file)).toBeUndefined();
  });

  it('may end in a line that the crash cut off', () => {
    const file = newFile();
    mkdirSync(dirname(file));
    writeFileSync(file, '{"breadcrumb":{"timestamp":1}}\n{"breadcr');
    expect(previousIn(file)?.breadcrumbs).toEqual([{ timestamp: 1 }]);
  });

  it.each([
    '{\n',
    'null\n',
    '{"breadcrumb":1}\n',
    '{"breadcrumb":{}}\n',
    '{"replayId":7}\n',
    '{"crashes":[{}]}\n',
  ])('that cannot be read (%j) is reported, names the file, and is replaced', (text) => {
    const file = newFile();
    mkdirSync(dirname(file));
    writeFileSync(file, text);
    const reported: string[] = [];
    const run = keepRun(file, nothing, ({ message }) => reported.push(message));
    expect([run.previous, reported.length]).toEqual([undefined, 1]);
    expect(reported[0]).toContain(file);
    run.crashes([]);
    expect(readFileSync(file, 'utf8')).not.toContain(text);
  });

  it('that cannot be written is reported once, and returns false each time', () => {
    const file = newFile();
    writeFileSync(dirname(file), '');
    const reported: string[] = [];
    const run = keepRun(file, nothing, ({ message }) => reported.push(message));
    for (let i = 0; i < 3; i++) expect(run.crashes([])).toBe(false);
    expect(reported.filter((message) => message.includes('written'))).toHaveLength(1);
  });
});
