import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { electronHere, fetchKey } from '../../../../electron/dev/runtime/electron.ts';

let folder: string;

function put(name: string, content: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** The npm package after a complete download. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-electron-'));
  put('package.json', '{"version":"45.4.1"}');
  put('path.txt', 'electron');
  put('dist/version', '45.4.1');
  put('dist/electron', '');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('an Electron is there', () => {
  it('when the package holds it', () => {
    expect(electronHere(folder, {}, 'linux')).toEqual({
      path: join(folder, 'dist/electron'),
      version: '45.4.1',
    });
  });

  it('not when it was only partly unpacked', () => {
    rmSync(join(folder, 'path.txt'));
    expect(electronHere(folder, {}, 'linux')).toBeUndefined();
  });

  it('not when its program is gone, of another version or for another platform', () => {
    rmSync(join(folder, 'dist/electron'));
    expect(electronHere(folder, {}, 'linux')).toBeUndefined();
    put('dist/electron', '');
    put('dist/version', 'v44.0.0');
    expect(electronHere(folder, {}, 'linux')).toBeUndefined();
    put('dist/version', 'v45.4.1');
    expect(electronHere(folder, {}, 'win32')).toBeUndefined();
  });

  it('when ELECTRON_OVERRIDE_DIST_PATH names its folder, whatever its version', () => {
    const own = join(folder, 'own');
    put('own/electron.exe', '');
    const env = { ELECTRON_OVERRIDE_DIST_PATH: own };
    expect(electronHere(folder, env, 'win32')).toEqual({
      path: join(own, 'electron.exe'),
      version: 'of unknown version',
    });
    put('own/version', '46.0.0\n');
    expect(electronHere(folder, env, 'win32')?.version).toBe('46.0.0');
  });

  it('is an error when ELECTRON_OVERRIDE_DIST_PATH names a folder without it', () => {
    const env = { ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'empty') };
    expect(() => electronHere(folder, env, 'linux')).toThrow(/there is no electron in .*empty/);
  });
});

describe('an attempt to fetch', () => {
  it('is another one for another version or mirror', () => {
    const keys = [
      fetchKey('45.4.1', {}),
      fetchKey('45.4.2', {}),
      fetchKey('45.4.1', { ELECTRON_MIRROR: 'https://a/' }),
      fetchKey('45.4.1', { ELECTRON_MIRROR: 'https://a/', npm_config_electron_mirror: 'https://b/' }),
    ];
    expect(new Set(keys).size).toBe(4);
    expect(fetchKey('45.4.1', { ELECTRON_MIRROR: '' })).toBe(keys[0]);
  });
});
