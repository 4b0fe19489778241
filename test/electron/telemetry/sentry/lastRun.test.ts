import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { faultOf } from '../../../../electron/shared/fault.ts';
import { keepRun, type LastRun } from '../../../../electron/telemetry/sentry/lastRun.ts';
import { testFolder } from '../../testFolder.ts';

const newFile = () => join(testFolder(), 'telemetry', 'last-run.json');
const keep = (file: string, ...rest: [() => LastRun, (line: string) => void]) =>
  keepRun(dirname(file), ...rest);
const nothing = (): LastRun => ({ breadcrumbs: [] });
const previousIn = (file: string) => keep(file, nothing, expect.fail).previous;

it('the record of a run exists for the next run, and only for that one; clearing it removes it with every pending change', () => {
  const file = newFile();
  const breadcrumbs = [{ timestamp: 1, message: 'before the crash' }];
  const crashes = [{ eventId: 'e', fault: faultOf('crash', 'crashed', '/', 1) }];
  const now: LastRun = { breadcrumbs, replayId: 'abc' };
  const run = keep(file, () => now, expect.fail);
  expect(run.previous).toBeUndefined();
  run.changed();
  run.flush();
  now.crashes = crashes;
  expect(run.write()).toBe(true);
  expect(previousIn(file)).toEqual({ breadcrumbs, replayId: 'abc', crashes });
  expect(previousIn(file)).toBeUndefined();
  run.changed();
  run.flush();
  run.changed();
  run.clear();
  run.flush();
  expect(previousIn(file)).toBeUndefined();
});

it.each([
  '{"format":1,"breadcrumbs":[{}]}',
  '{"format":1,"breadcrumbs":[],"replayId":7}',
  '{"format":1,"breadcrumbs":[],"crashes":[{}]}',
])('a record that cannot be read (%j) is reported by name, and replaced', (text) => {
  const file = newFile();
  mkdirSync(dirname(file));
  writeFileSync(file, text);
  const reported: string[] = [];
  const run = keep(file, nothing, (line) => reported.push(line));
  expect([run.previous, reported]).toEqual([undefined, [expect.stringContaining(file)]]);
  run.write();
  expect(readFileSync(file, 'utf8')).not.toContain(text);
});
