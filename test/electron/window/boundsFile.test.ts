import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readWindowFile, writeWindowFile } from '../../../electron/window/boundsFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-window-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'window.json');
const bounds = { x: -5, y: 7, width: 800, height: 600 };

describe('the file of the window’s place', () => {
  it('gives back what was written, and leaves no other file', () => {
    for (const mode of ['normal', 'maximized', 'fullscreen'] as const) {
      expect(writeWindowFile(file, { bounds, mode })).toBe(undefined);
      expect(readWindowFile(file)).toEqual({ remembered: { bounds, mode } });
    }
    expect(readdirSync(folder)).toEqual(['window.json']);
  });

  it('remembers nothing and says nothing when it is not there', () => {
    expect(readWindowFile(join(folder, 'none.json'))).toEqual({});
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"format":2,"bounds":{"x":0,"y":0,"width":9,"height":9},"mode":"normal"}',
    '{"format":1,"bounds":{"x":0.5,"y":0,"width":9,"height":9},"mode":"normal"}',
    '{"format":1,"bounds":{"x":0,"y":0,"width":0,"height":9},"mode":"normal"}',
    '{"format":1,"bounds":{"x":1e300,"y":0,"width":9,"height":9},"mode":"normal"}',
    '{"format":1,"bounds":{"x":0,"y":0,"width":9,"height":9},"mode":"minimized"}',
    '{"format":1,"bounds":{"x":0,"y":0,"width":9,"height":9},"mode":"normal","more":1}',
  ])('names itself when it holds %j', (text) => {
    writeFileSync(file, text);
    const { remembered, problem } = readWindowFile(file);
    expect(remembered).toBe(undefined);
    expect(problem).toContain(file);
  });

  it('never throws for any JSON (seed 20261121)', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        writeFileSync(file, text);
        expect(readWindowFile(file).problem).toContain(file);
      }),
      { numRuns: 500, seed: 20261121 },
    );
  });

  it('says why it could not be written, or read', () => {
    const inTheWay = join(folder, 'folder.json');
    mkdirSync(inTheWay);
    expect(writeWindowFile(inTheWay, { bounds, mode: 'normal' })).toContain(inTheWay);
    expect(readWindowFile(inTheWay).problem).toContain(inTheWay);
  });
});
