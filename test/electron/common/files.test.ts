import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileOf, readIndex } from '../../../electron/common/files.ts';
import { resolvePath } from '../../../electron/common/path.ts';
import { contentTypeOf } from '../../../electron/shared/contentType.ts';
import { makeServedFolder, SCRIPT } from '../shell/protocol/folder.ts';

const served = makeServedFolder();

const get = (path: string) => fileOf(served.folder, resolvePath(path)?.file);

describe('files of the built renderer', () => {
  it('sends a file with its type and length', async () => {
    const response = await get('/_holdfast/plain.js');
    const type = 'text/javascript; charset=utf-8';
    const headers = { 'content-type': type, 'content-length': String(SCRIPT.length) };
    expect(response).toMatchObject({ status: 200, headers });
    expect(String(response?.body)).toBe(SCRIPT);
  });

  it.each([
    ['/_holdfast/index-Ab3_-xYz.js', 'public, max-age=31536000, immutable'],
    ['/_holdfast/plain.js', 'no-cache'],
    ['/data.json', 'no-cache'],
  ])('%s has the cache policy %s', async (path, policy) => {
    expect((await get(path))?.headers['cache-control']).toBe(policy);
  });

  it.each([
    ...['/', '/_holdfast/none.js', '/_holdfast/plain.js/x.js', `/${'a'.repeat(5000)}.js`, '/loop.js'],
    ...['/_holdfast/', '/_holdfast/outside', '/../outside.txt'],
    // Links out of the folder.
    ...['/link.txt', '/_holdfast/link.js', '/up/secret.txt', '/up/served-too/secret.txt'],
  ])('%.40s is not a file', async (path) => {
    expect(await get(path)).toBeUndefined();
  });

  it('follows a link that stays in the folder', async () => {
    expect(String((await get('/_holdfast/alias.js'))?.body)).toBe(SCRIPT);
  });

  it('says what to do if the build is missing', async () => {
    const other = makeServedFolder();
    rmSync(join(other.folder, 'index.html'));
    await expect(readIndex(other.folder)).rejects.toThrow(/index\.html is missing: build/);
    rmSync(other.root, { recursive: true });
    await expect(readIndex(other.folder)).rejects.toThrow(/ENOENT/);
  });
});

it.each([
  ['a.b.mjs', 'text/javascript; charset=utf-8'],
  ['a/B.CSS', 'text/css; charset=utf-8'],
  ['a.json', 'application/json'],
  ['a.htm', 'text/html; charset=utf-8'],
  ['UP.HTML', 'text/html; charset=utf-8'],
  ['a.xhtml', 'application/xhtml+xml; charset=utf-8'],
  ['a.exe', undefined],
  ['a.constructor', undefined],
  ['a.js/b', undefined],
  ['.js', undefined],
])('the content type of %s is %s', (name, type) => expect(contentTypeOf(name)).toBe(type));
