import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDue, buildKey } from '../../../../electron/dev/setup/build.mjs';

let root: string;

function put(name: string, content: string): void {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** What a build and the setup after it leave behind. */
function build(): void {
  for (const name of ['main/main.cjs', 'preload/preload.cjs', 'renderer/index.html'])
    put(`.build/${name}`, 'built');
  put('.build/.stamp', buildKey(root));
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-build-'));
  for (const name of [
    'electron/main.ts',
    'electron/shell/window.ts',
    'renderer/main.tsx',
    'test/a.test.ts',
  ]) {
    put(name, name);
  }
  for (const name of ['vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'])
    put(name, name);
  build();
});

afterEach(() => rmSync(root, { recursive: true }));

describe('a build is due', () => {
  it('not when nothing changed, and not for a test', () => {
    expect(buildDue(root)).toBe(false);
    put('test/a.test.ts', 'changed');
    expect(buildDue(root)).toBe(false);
  });

  it.each([
    'electron/shell/window.ts',
    'renderer/main.tsx',
    'vite.config.ts',
    'package-lock.json',
    'tsconfig.json',
  ])('when %s changed', (name) => {
    put(name, 'changed');
    expect(buildDue(root)).toBe(true);
  });

  it('when a file is new, gone or has another name', () => {
    put('renderer/pages/new.tsx', '');
    expect(buildDue(root)).toBe(true);
    build();
    rmSync(join(root, 'renderer/pages/new.tsx'));
    expect(buildDue(root)).toBe(true);
    build();
    renameSync(join(root, 'electron/main.ts'), join(root, 'electron/start.ts'));
    expect(buildDue(root)).toBe(true);
  });

  it('when text moved from one file to the next', () => {
    put('electron/a.ts', 'ab');
    put('electron/b.ts', 'c');
    build();
    put('electron/a.ts', 'a');
    put('electron/b.ts', 'bc');
    expect(buildDue(root)).toBe(true);
  });

  it('when a built file is gone, or the last build failed', () => {
    rmSync(join(root, '.build/preload/preload.cjs'));
    expect(buildDue(root)).toBe(true);
    build();
    rmSync(join(root, '.build/.stamp'));
    expect(buildDue(root)).toBe(true);
  });
});
