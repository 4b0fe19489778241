import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Paths } from '../../../../electron/dev/standin/paths.ts';

let folder: string;
let paths: Paths;
let name = 'First';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-paths-'));
  paths = new Paths('/opt/app/app', () => name);
  paths.set('appData', folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('app.getPath', () => {
  it('makes userData of appData and the app’s name, as that is when it is asked for', () => {
    expect(paths.get('userData')).toBe(join(folder, 'First'));
    name = 'Second';
    expect(paths.get('userData')).toBe(join(folder, 'Second'));
    expect(statSync(join(folder, 'Second')).isDirectory()).toBe(true);
  });

  it('keeps sessionData and crashDumps in userData', () => {
    expect(paths.get('sessionData')).toBe(paths.get('userData'));
    expect(paths.get('crashDumps')).toBe(join(paths.get('userData'), 'Crashpad'));
  });

  it('throws for a name that Electron does not know', () => {
    expect(() => paths.get('nowhere')).toThrow("Failed to get 'nowhere' path");
  });

  it('does not guess the person’s own folders', () => {
    expect(() => paths.get('documents')).toThrow("stand-in: app.getPath('documents') is not implemented");
  });

  it('throws when a folder cannot be made', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const blocked = new Paths('/opt/app/app', () => 'x');
    blocked.override('userData', join(file, 'under'));
    expect(() => blocked.get('userData')).toThrow("Failed to get 'userData' path");
  });
});

describe('app.setPath', () => {
  it('takes absolute paths of folders that are there', () => {
    paths.set('userData', folder);
    expect(paths.get('userData')).toBe(folder);
    expect(() => paths.set('userData', 'relative')).toThrow('Path must be absolute');
    expect(() => paths.set('userData', join(folder, 'not-there'))).toThrow('Failed to set path');
    expect(() => paths.set('nowhere', folder)).toThrow('Failed to set path');
  });
});
