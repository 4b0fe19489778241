import { execFileSync, spawn } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readSettingsFile } from '../../../electron/builtConfig/settingsSchema/file.ts';
import { readRegularFileSync as read } from '../../../electron/common/regularFile.ts';
import { stateFile } from '../../../electron/common/stateFile.ts';
import { COUNTERS } from '../../../electron/shell/recovery/budget.policy.ts';
import { keepRun } from '../../../electron/telemetry/sentry/lastRun.ts';
import { testFolder } from '../testFolder.ts';

it('reads a file up to its limit, also through a link, and no folder', () => {
  const folder = testFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '12345');
  symlinkSync(file, join(folder, 'link'));
  for (const path of [file, join(folder, 'link')]) expect(`${read(path, 5)}`).toBe('12345');
  expect(() => read(file, 4)).toThrow(expect.objectContaining({ why: 'tooLarge' }));
  expect(() => read(join(folder, 'none'), 5)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  const ofFolder = process.platform === 'win32' ? { code: 'EISDIR' } : { why: 'folder' };
  expect(() => read(folder, 5)).toThrow(expect.objectContaining(ofFolder));
});

it.skipIf(process.platform === 'win32')(
  'refuses pipes, devices and sockets without waiting; a pipe in place of a file is named, and replaced',
  async () => {
    const folder = testFolder();
    const pipe = join(folder, 'last-run.json');
    execFileSync('mkfifo', [pipe]);
    // Releases a blocked reader after ten seconds, so that the test fails and ends.
    const writer = spawn('sh', ['-c', 'sleep 10; : > "$0"', pipe], { detached: true });
    onTestFinished(() => void (writer.pid && process.kill(-writer.pid)));
    const server = createServer().listen(join(folder, 'socket'));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    for (const path of [pipe, '/dev/zero', join(folder, 'socket')])
      expect(() => read(path, 5)).toThrow(expect.objectContaining({ why: 'notFile' }));
    expect(readSettingsFile(pipe, [])).toEqual({ source: pipe, problem: 'is not a regular file' });
    const lines: string[] = [];
    const tell = (line: string) => void lines.push(line);
    expect(stateFile(pipe, COUNTERS, tell).read()).toBe(undefined);
    const run = keepRun(folder, () => ({ breadcrumbs: [] }), tell);
    expect(lines).toEqual(Array(2).fill(expect.stringContaining('not a regular file')));
    expect(run.write()).toBe(true);
    expect(`${read(pipe, 1_000)}`).toContain('breadcrumbs');
  },
);
