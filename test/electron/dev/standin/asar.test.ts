import fs from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchives } from '../../../../electron/dev/standin/asar.ts';

let folder: string;
let archive: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-asar-'));
  const source = join(folder, 'source');
  await mkdir(join(source, 'dist', 'deep'), { recursive: true });
  await writeFile(join(source, 'package.json'), '{"main":"dist/main.cjs"}');
  await writeFile(
    join(source, 'dist', 'main.cjs'),
    'module.exports = { other: require("./other.cjs"), __dirname }',
  );
  await writeFile(join(source, 'dist', 'other.cjs'), 'module.exports = "other"');
  await writeFile(join(source, 'dist', 'deep', 'bytes'), Buffer.from([0, 255, 10]));
  archive = join(folder, 'app.asar');
  await createPackage(source, archive);
  readArchives();
});
afterAll(() => rm(folder, { recursive: true }));

describe('a file in an archive', () => {
  it('is read as bytes or text', async () => {
    const bytes = join(archive, 'dist', 'deep', 'bytes');
    expect(fs.readFileSync(bytes)).toEqual(Buffer.from([0, 255, 10]));
    expect(await fs.promises.readFile(bytes)).toEqual(Buffer.from([0, 255, 10]));
    expect(fs.readFileSync(join(archive, 'package.json'), 'utf8')).toBe('{"main":"dist/main.cjs"}');
  });

  it('has a size and is no folder', async () => {
    const stat = fs.statSync(join(archive, 'dist', 'deep', 'bytes'));
    expect([stat.size, stat.isFile(), stat.isDirectory()]).toEqual([3, true, false]);
    expect((await fs.promises.stat(join(archive, 'dist'))).isDirectory()).toBe(true);
    expect(await fs.promises.realpath(join(archive, 'dist'))).toBe(join(fs.realpathSync(archive), 'dist'));
  });

  it('is listed in its folder', () => {
    expect(fs.readdirSync(join(archive, 'dist')).sort()).toEqual(['deep', 'main.cjs', 'other.cjs']);
  });

  it('can be required, and what it requires beside it', () => {
    const require = createRequire(import.meta.url);
    expect(require(join(archive, 'dist', 'main.cjs'))).toEqual({
      other: 'other',
      __dirname: join(archive, 'dist'),
    });
  });
});

describe('what is not in an archive', () => {
  it('is not there', async () => {
    const missing = join(archive, 'missing');
    expect(fs.existsSync(missing)).toBe(false);
    expect(() => fs.readFileSync(missing)).toThrow(
      expect.objectContaining({ code: 'ENOENT', path: missing }),
    );
    await expect(fs.promises.stat(missing)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(() => fs.readdirSync(missing)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });

  it('is read from where it is', () => {
    expect(fs.readFileSync(join(folder, 'source', 'dist', 'other.cjs'), 'utf8')).toContain('other');
    expect(fs.existsSync(archive)).toBe(true);
  });

  it('a folder of an archive is no file', () => {
    expect(() => fs.readFileSync(join(archive, 'dist'))).toThrow('EISDIR');
  });
});
