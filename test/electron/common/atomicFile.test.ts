import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { testFolder } from '../testFolder.ts';

/** Until when a rename fails, as if a virus scanner held the file, and with which code. */
const scanner = vi.hoisted(() => ({ until: 0, code: 'EPERM', calls: 0 }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const renameSync: typeof fs.renameSync = (...paths) => {
    scanner.calls += 1;
    if (performance.now() < scanner.until) throw Object.assign(new Error('held'), { code: scanner.code });
    fs.renameSync(...paths);
  };
  return { ...fs, renameSync };
});
// Loaded only for this file: the files of one process share modules.
vi.resetModules();
const { writeDocument, writeFileAtomicSync } = await import('../../../electron/common/atomicFile.ts');
afterAll(() => void vi.resetModules());

let folder: string;
let file: string;
beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'a.json');
  writeFileSync(file, 'old');
});

it.each(['EPERM', 'EBUSY', 'EACCES'])('replaces a file that a scanner holds for a moment (%s)', (code) => {
  Object.assign(scanner, { until: performance.now() + 100, code });
  writeFileAtomicSync(file, 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

it('does not follow a link placed where its temporary file would be', () => {
  Object.assign(scanner, { until: 0 });
  const mine = join(folder, 'mine');
  writeFileSync(mine, 'mine');
  // Even by someone who could guess the name.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  symlinkSync(mine, `${file}.0`);
  expect(() => writeFileAtomicSync(file, 'new')).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  vi.restoreAllMocks();
  expect([readFileSync(mine, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['mine', 'old']);
  writeFileAtomicSync(file, 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
});

it('writes a document under the longest name, for whoever may read new files, and through no link', async () => {
  const longest = join(folder, `${'請'.repeat(83)}.pdf`);
  await writeDocument(longest, 'pdf');
  expect(readFileSync(longest, 'utf8')).toBe('pdf');
  if (process.platform !== 'win32') expect(statSync(longest).mode & 0o777).toBe(0o666 & ~process.umask());
  vi.spyOn(Math, 'random').mockReturnValue(0);
  symlinkSync(file, join(folder, '.holdfast.0'));
  await expect(writeDocument(longest, 'new')).rejects.toMatchObject({ code: 'EEXIST' });
  vi.restoreAllMocks();
  expect(readFileSync(file, 'utf8')).toBe('old');
});

it.each([
  ['EPERM', 4],
  ['ENOSPC', 1],
])('keeps the old file and leaves no other if it can never replace it (%s)', (code, calls) => {
  Object.assign(scanner, { until: Number.POSITIVE_INFINITY, code, calls: 0 });
  expect(() => writeFileAtomicSync(file, 'new')).toThrow(expect.objectContaining({ code }));
  expect([readFileSync(file, 'utf8'), scanner.calls]).toEqual(['old', calls]);
  expect(readdirSync(folder)).toEqual(['a.json']);
});
