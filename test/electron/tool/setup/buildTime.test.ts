import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { buildTime } from '../../../../electron/tool/setup/buildTime.mjs';
import { testFolder } from '../../testFolder.ts';

const FILE = Date.UTC(2024, 1, 29);
let folder: string;

beforeEach(() => {
  folder = testFolder();
  writeFileSync(join(folder, 'package.json'), '{}');
  utimesSync(join(folder, 'package.json'), FILE / 1000, FILE / 1000);
});

it('is that of package.json without a commit, or of the folder', () => {
  expect(buildTime(folder, {})).toBe(FILE);
  rmSync(join(folder, 'package.json'));
  utimesSync(folder, 1, 1);
  expect(buildTime(folder, {})).toBe(1000);
});

it.skipIf(spawnSync('git', ['--version']).error)('is that of the last commit, whenever it is built', () => {
  const env = { ...process.env, GIT_COMMITTER_DATE: '2025-12-31T23:59:59-1000' };
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  const git = (...args: string[]) => execFileSync('git', [...own, ...args], { cwd: folder, env });
  git('init', '-q');
  expect(buildTime(folder, {})).toBe(FILE);
  git('commit', '-q', '--allow-empty', '-m', 'Begin');
  expect(buildTime(folder, {})).toBe(Date.UTC(2026, 0, 1, 9, 59, 59));
});

it('is SOURCE_DATE_EPOCH, if it is set', () => {
  expect(buildTime(folder, { SOURCE_DATE_EPOCH: '1700000000' })).toBe(1_700_000_000_000);
});

it.each(['yesterday', '-1', '1e9', '1700000000000'])('refuses SOURCE_DATE_EPOCH=%s', (SOURCE_DATE_EPOCH) => {
  expect(() => buildTime(folder, { SOURCE_DATE_EPOCH })).toThrow(
    `SOURCE_DATE_EPOCH is "${SOURCE_DATE_EPOCH}": it must be seconds since 1970.`,
  );
});
