import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, realFiles } from '../../../../electron/telemetry/outbox/files.ts';
import { freshFolder } from './support/folder.ts';

const writers = [
  ['at once', (...args: [string, string, Uint8Array]) => Promise.resolve(realFiles.write(...args))],
  ['later', realFiles.writeLater],
] as const;

describe.each(writers)('a file written %s', (_, write) => {
  it('is whole, for this user only, and leaves nothing else behind', async () => {
    const folder = freshFolder();
    realFiles.makeFolder(folder);
    await write(join(folder, 'temporary'), join(folder, 'file'), Buffer.from('content'));
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('content');
    expect(statSync(join(folder, 'file')).mode & 0o777).toBe(0o600);
    expect(realFiles.list(folder)).toEqual(['file']);
  });

  it('is not there, nor half of it, when it cannot be put into place', async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, 'file', 'in the way'), { recursive: true });
    const writing = async () =>
      write(join(folder, 'temporary'), join(folder, 'file'), Buffer.from('content'));
    await expect(writing()).rejects.toThrow();
    expect(realFiles.list(folder)).toEqual(['file']);
  });

  it('fails with the code that tells that the folder is gone', async () => {
    const folder = freshFolder();
    const writing = async () =>
      write(join(folder, 'temporary'), join(folder, 'file'), Buffer.from('content'));
    await expect(writing()).rejects.toSatisfy((error) => codeOf(error) === 'ENOENT');
  });
});

describe('the disk', () => {
  it('makes a folder that others could enter private', () => {
    const folder = freshFolder();
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    realFiles.makeFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('has nothing in a folder that does not exist, and no bytes in such a file', () => {
    expect(realFiles.list('/nowhere')).toEqual([]);
    expect(realFiles.size('/nowhere')).toBe(0);
    expect(() => realFiles.remove('/nowhere')).not.toThrow();
  });

  it('says what is wrong with a folder that is a file', () => {
    const folder = freshFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'file'), '');
    expect(() => realFiles.list(join(folder, 'file'))).toThrow('ENOTDIR');
    expect(codeOf('no error')).toBe('unknown');
  });
});
