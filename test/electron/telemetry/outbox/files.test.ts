import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { realFiles } from '../../../../electron/telemetry/outbox/system.ts';
import { freshFolder } from './support/folder.ts';

it.each([true, false])('a file is whole and for this user only, or not there; durable: %s', (durable) => {
  const folder = freshFolder();
  const write = (name: string) => realFiles.write(join(folder, name), Buffer.from('content'), durable);
  expect(() => write('file')).toThrow('ENOENT');
  mkdirSync(folder, { mode: 0o755 });
  realFiles.makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  write('file');
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('content');
  expect(statSync(join(folder, 'file')).mode & 0o777).toBe(0o600);
  mkdirSync(join(folder, 'taken', 'in the way'), { recursive: true });
  expect(() => write('taken')).toThrow();
  expect(realFiles.list(folder).sort()).toEqual(['file', 'taken']);
  expect(() => realFiles.list(join(folder, 'file'))).toThrow('ENOTDIR');
  expect(realFiles.list('/nowhere')).toEqual([]);
});
