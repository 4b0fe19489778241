import { execFileSync, spawn } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readRegularFileSync } from '../../../electron/common/regularFile.ts';
import { readState, writeState } from '../../../electron/common/stateFile.ts';
import { readSettingsFile } from '../../../electron/configuration/settings/file.ts';
import { COUNTERS } from '../../../electron/shell/recovery/budget.policy.ts';
import { Disk } from '../../../electron/telemetry/outbox/disk.ts';
import { keepRun } from '../../../electron/telemetry/sentry/lastRun.ts';
import { testFolder } from '../testFolder.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'file');
});

/** Makes a pipe. Releases a blocked reader after ten seconds, so that the test fails and ends. */
function makePipe(path: string): void {
  execFileSync('mkfifo', [path]);
  const writer = spawn('sh', ['-c', 'sleep 10; : > "$0"', path], { detached: true });
  onTestFinished(() => void (writer.pid && process.kill(-writer.pid)));
}

const read = readRegularFileSync;

it('reads a file up to its limit, also through a link, and no folder', () => {
  writeFileSync(file, '12345');
  symlinkSync(file, join(folder, 'link'));
  for (const path of [file, join(folder, 'link')]) expect(`${read(path, 5)}`).toBe('12345');
  expect(() => read(file, 4)).toThrow(expect.objectContaining({ why: 'tooLarge' }));
  expect(() => read(join(folder, 'none'), 5)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  const ofFolder = process.platform === 'win32' ? { code: 'EISDIR' } : { why: 'folder' };
  expect(() => read(folder, 5)).toThrow(expect.objectContaining(ofFolder));
});

it.skipIf(process.platform === 'win32')('refuses pipes, devices and sockets without waiting', async () => {
  makePipe(join(folder, 'pipe'));
  const server = createServer().listen(join(folder, 'socket'));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  for (const path of [join(folder, 'pipe'), '/dev/zero', join(folder, 'socket')])
    expect(() => read(path, 5)).toThrow(expect.objectContaining({ why: 'notFile' }));
});

describe.skipIf(process.platform === 'win32')('a pipe instead of', () => {
  it('a state file is named, ignored and replaced', () => {
    makePipe(file);
    expect(readState(file, COUNTERS)).toEqual({ problem: expect.stringContaining('not a regular file') });
    const counters = { spent: 1, gpuCrashes: [] };
    expect(writeState(file, counters)).toBeUndefined();
    expect(readState(file, COUNTERS)).toEqual({ value: counters });
  });

  it('the settings is a problem', () => {
    makePipe(file);
    expect(readSettingsFile(file, [])).toEqual({ source: file, problem: 'is not a regular file' });
  });

  it("the last run's file is reported and replaced", () => {
    makePipe(join(folder, 'last-run.json'));
    const lines: string[] = [];
    const run = keepRun(
      folder,
      () => ({ breadcrumbs: [] }),
      (line) => lines.push(line),
    );
    expect(lines).toEqual([expect.stringContaining('not a regular file')]);
    expect(run.write()).toBe(true);
  });

  it('a stored report is refused', () => {
    makePipe(file);
    expect(() => new Disk(folder).read('file', 100)).toThrow(expect.objectContaining({ why: 'notFile' }));
  });
});
