import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isStale, withLock } from '../../../../electron/dev/setup/lock.mjs';

describe('a lock was left behind', () => {
  const alive =
    (...pids: number[]) =>
    (pid: number) =>
      pids.includes(pid);

  it('when its process is gone', () => {
    expect(isStale({ pids: [7], ageMs: 100 }, alive())).toBe(true);
    expect(isStale({ pids: [7], ageMs: 100 }, alive(7))).toBe(false);
  });

  it('not while what the process had started still works', () => {
    expect(isStale({ pids: [7, 8], ageMs: 100 }, alive(8))).toBe(false);
  });

  it('when it has been silent for a minute, as its process id may be another program by now', () => {
    expect(isStale({ pids: [7], ageMs: 59_000 }, alive(7))).toBe(false);
    expect(isStale({ pids: [7], ageMs: 61_000 }, alive(7))).toBe(true);
  });

  it('not while it is being written', () => {
    expect(isStale({ pids: [], ageMs: 100 }, alive())).toBe(false);
    expect(isStale({ pids: [], ageMs: 3_000 }, alive())).toBe(true);
  });
});

describe('two setups in one checkout', () => {
  let root: string;
  let file: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'holdfast-lock-'));
    mkdirSync(join(root, '.cache'));
    file = join(root, '.cache', 'setup.lock');
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it('work one after the other, and the second one says that it waits', async () => {
    const steps: string[] = [];
    const told: string[] = [];
    const first = withLock(
      root,
      () => undefined,
      async () => {
        steps.push('first begins');
        await sleep(50);
        steps.push('first ends');
      },
    );
    const second = withLock(
      root,
      (line) => told.push(line),
      () => Promise.resolve(steps.push('second')),
    );
    await Promise.all([first, second]);
    expect(steps).toEqual(['first begins', 'first ends', 'second']);
    expect(told).toEqual([`another setup is at work (process ${process.pid}), waiting for it`]);
    expect(readdirSync(join(root, '.cache'))).toEqual([]);
  });

  it('leave no lock when the work fails', async () => {
    await expect(
      withLock(
        root,
        () => undefined,
        () => Promise.reject(new Error('no')),
      ),
    ).rejects.toThrow('no');
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['of a process that is gone', () => JSON.stringify([spawnSync(process.execPath, ['--version']).pid])],
    ['that is damaged', () => '{"pi'],
  ])('take over a lock %s', async (_name, content) => {
    writeFileSync(file, content());
    const held = await withLock(
      root,
      () => undefined,
      () => Promise.resolve(readFileSync(file, 'utf8')),
    );
    expect(JSON.parse(held)).toEqual([process.pid]);
    expect(readdirSync(join(root, '.cache'))).toEqual([]);
  });

  it('take over a lock that is silent, although its process id is in use', async () => {
    writeFileSync(file, JSON.stringify([process.ppid]));
    const before = new Date(Date.now() - 120_000);
    utimesSync(file, before, before);
    expect(
      await withLock(
        root,
        () => undefined,
        () => Promise.resolve('done'),
      ),
    ).toBe('done');
  });
});
