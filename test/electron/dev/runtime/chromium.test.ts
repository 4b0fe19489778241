import type { Stats } from 'node:fs';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  candidates,
  chromiumHere,
  isKnown,
  parseVersion,
} from '../../../../electron/dev/runtime/chromium.ts';

describe('where a Chromium is looked for', () => {
  it('is CHROME_PATH alone when it is set', () => {
    expect(candidates({ CHROME_PATH: '/opt/chrome', PATH: '/usr/bin' }, 'linux')).toEqual(['/opt/chrome']);
  });

  it('is PATH on Linux, by name before by folder', () => {
    const paths = candidates({ PATH: '/a:/b' }, 'linux');
    expect(paths.slice(0, 3)).toEqual(['/a/chromium', '/b/chromium', '/a/chromium-browser']);
    expect(paths).toContain('/b/google-chrome-stable');
    expect(paths.at(-1)).toBe('/b/microsoft-edge');
  });

  it('is also the folders of applications on macOS', () => {
    const paths = candidates({ PATH: '', HOME: '/Users/a' }, 'darwin');
    expect(paths).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    expect(paths).toContain('/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium');
  });

  it('is the folders of programs on Windows, those that are set', () => {
    const paths = candidates({ ProgramFiles: 'P', LOCALAPPDATA: 'L' }, 'win32');
    expect(paths[0]).toMatch(/^P.Google.Chrome.Application.chrome\.exe$/);
    expect(paths.at(-1)).toMatch(/^L.Microsoft.Edge.Application.msedge\.exe$/);
    expect(paths.every((path) => /^[PL]/.test(path))).toBe(true);
  });
});

describe('a version', () => {
  it.each([
    ['Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)\n', '156.0.8078.79'],
    ['Google Chrome 155.0.1.2 \n', '155.0.1.2'],
    ['Microsoft Edge 154.0.3.4\n', '154.0.3.4'],
    ['GNU bash, version 5.2.15(1)-release\n', undefined],
    ['', undefined],
  ])('in %j is %s', (answer, version) => {
    expect(parseVersion(answer)).toBe(version);
  });
});

describe('a known answer', () => {
  const stats = { mtimeMs: 5, size: 10 } as Stats;
  const known = { path: '/c', version: '156.0.0.1', mtimeMs: 5, size: 10, at: 1_000 };

  it('holds for the same, unchanged file', () => {
    expect(isKnown(known, '/c', stats, 2_000)).toBe(true);
  });

  it('does not hold for another or a changed file, after a day, or when it is damaged', () => {
    expect(isKnown(known, '/d', stats, 2_000)).toBe(false);
    expect(isKnown(known, '/c', { mtimeMs: 6, size: 10 } as Stats, 2_000)).toBe(false);
    expect(isKnown(known, '/c', { mtimeMs: 5, size: 11 } as Stats, 2_000)).toBe(false);
    expect(isKnown(known, '/c', stats, 1_000 + 86_400_000)).toBe(false);
    expect(isKnown(known, '/c', stats, 999)).toBe(false);
    expect(isKnown({ path: '/c', mtimeMs: 5, size: 10 }, '/c', stats, 2_000)).toBe(false);
    expect(isKnown(undefined, '/c', stats, 2_000)).toBe(false);
  });
});

describe.runIf(process.platform !== 'win32')('a wrong CHROME_PATH', () => {
  const answering = (answer: string, code = 0) => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-chromium-'));
    const path = join(folder, 'chrome');
    writeFileSync(path, `#!/bin/sh\necho '${answer}'\nexit ${code}\n`);
    chmodSync(path, 0o755);
    return { path, remove: () => rmSync(folder, { recursive: true }) };
  };

  it.each([
    ['that is too old', 'Chromium 98.0.1.2', 0, /older than 140: 98\.0\.1\.2/],
    ['that is another program', 'hello', 0, /tells no version/],
    ['that does not start', 'Chromium 156.0.1.2', 1, /does not start/],
  ])('%s is refused, not passed over', (_name, answer, code, message) => {
    const { path, remove } = answering(answer, code);
    expect(() => chromiumHere({ CHROME_PATH: path })).toThrow(message);
    remove();
  });

  it('that names nothing is refused', () => {
    expect(() => chromiumHere({ CHROME_PATH: '/nowhere/chrome' })).toThrow('/nowhere/chrome is no file');
  });
});

describe('without a Chromium', () => {
  it('the answer is none, and what was tried says so', () => {
    const tried: string[] = [];
    expect(chromiumHere({ PATH: '/nowhere' }, tried)).toBeUndefined();
    expect(tried).toEqual(['no Chromium 140 or later found']);
  });
});
