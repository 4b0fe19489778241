import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Disk, listOutbox } from '../../../../electron/telemetry/outbox/disk.ts';
import { freshFolder } from './support/folder.ts';

it.each([true, false])('a file is whole and for this user only, or not there; durable: %s', (durable) => {
  const folder = freshFolder();
  const disk = new Disk(folder);
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  disk.write('file', Buffer.from('content'), durable);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('content');
  expect([modeOf(folder), modeOf(join(folder, 'file'))]).toEqual([0o700, 0o600]);
  mkdirSync(join(folder, 'taken', 'in the way'), { recursive: true });
  expect(() => disk.write('taken', Buffer.from('content'), durable)).toThrow();
  expect(listOutbox(folder).leftovers).toEqual([]);
  expect(() => listOutbox(join(folder, 'file'))).toThrow('ENOTDIR');
  expect(listOutbox('/nowhere')).toEqual({ envelopes: [], quarantined: [], leftovers: [] });
});
