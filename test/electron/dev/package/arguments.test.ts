/** What is typed to pack: npm run package, npm run dist, and fpm's arguments as electron-builder gives them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readArguments } from '../../../../electron/dev/package/arguments.ts';
import { readFpmArguments } from '../../../../electron/dev/package/deb.ts';
import { checkTag, notesOf } from '../../../../electron/dev/package/notes.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-arguments-'));
afterAll(() => rmSync(folder, { recursive: true }));
function settings(text: string): string {
  const file = join(folder, 'settings.json');
  writeFileSync(file, text);
  return file;
}

describe('the arguments of npm run package and npm run dist', () => {
  it('are a folder, settings that ship, and whether only a deb is wanted', () => {
    expect(readArguments([])).toEqual({});
    const file = settings('{ "updateUrl": "https://example.com/updates", "reports": "ask" }');
    expect(readArguments(['out', `--settings=${file}`, '--deb'])).toEqual({
      output: resolve('out'),
      settings: file,
      deb: true,
    });
  });

  it.each([
    ['an argument that is none', ['--linux'], '--linux: no such argument'],
    ['a second folder', ['one', 'two'], 'two: no such argument'],
    ['a file that is not there', [`--settings=${join(folder, 'none.json')}`], 'none.json: does not exist'],
  ])('are refused: %s', (_name, typed, words) => {
    expect(() => readArguments(typed)).toThrow(words);
  });

  it.each([
    ['{ "origin": 7 }', '"origin" must be an http or https address'],
    ['{ "reports": "ask", "sentry": "" }', '"sentry" is no setting'],
    ['{', 'is not JSON'],
    ['{ "updateUrl": "http://127.0.0.1:80/" }', '"updateUrl"'],
  ])('are refused with settings that an installed app could not use: %s', (text, words) => {
    expect(() => readArguments([`--settings=${settings(text)}`])).toThrow(words);
  });
});

describe("fpm's arguments", () => {
  const COMPLETE = [
    ['-s', 'dir', '--force', '-t', 'deb', '-d', 'libnss3', '-d', 'xdg-utils', '--deb-recommends', 'libx'],
    [
      '--deb-compression',
      'xz',
      '--architecture',
      'amd64',
      '--after-install',
      '/tmp/in',
      '--after-remove',
      '/tmp/out',
    ],
    ['--description', '\n A shell.\n\n More of it.', '--version', '1.2.3~beta', '--package', '/out/a.deb'],
    [
      '--name',
      'holdfast',
      '--maintainer',
      'Us <us@example.com>',
      '--vendor',
      'Us',
      '--url',
      'https://example.com',
    ],
    ['--deb-priority', 'optional', '--license', 'MIT', '/app/=/opt/Holdfast', '/a=b.png=/usr/share/c.png'],
  ].flat();

  it('become the fields, scripts and files of a deb', () => {
    expect(readFpmArguments(COMPLETE)).toEqual({
      fields: {
        Package: 'holdfast',
        Version: '1.2.3~beta',
        Architecture: 'amd64',
        Maintainer: 'Us <us@example.com>',
        Priority: 'optional',
        Section: 'default',
        Depends: 'libnss3, xdg-utils',
        Recommends: 'libx',
        Homepage: 'https://example.com',
        Description: 'A shell.\n .\n More of it.',
      },
      compression: 'xz',
      scripts: { postinst: '/tmp/in', postrm: '/tmp/out' },
      files: [
        { source: '/app/', target: '/opt/Holdfast' },
        { source: '/a=b.png', target: '/usr/share/c.png' },
      ],
      output: '/out/a.deb',
    });
  });

  it.each([
    ['another kind of package', ['-t', 'rpm'], 'makes a deb of folders, not "rpm" of "dir"'],
    ['an option that is not known', ['--deb-systemd', 'x'], "Unknown option '--deb-systemd'"],
    ['a field that is missing', ['--name', ''], '--name is missing'],
    ['a file without a place', ['/app'], '"/app" is not source=/target'],
  ])('are refused: %s', (_name, more, words) => {
    expect(() => readFpmArguments([...COMPLETE, ...more])).toThrow(words);
  });
});

describe('the notes of a release', () => {
  const CHANGELOG = '# Changelog\n\n## Unreleased\n\n## 1.2.0\n\n- New.\n\n## 1.1.0\n\n- Old.\n';

  it('are its part of the changelog', () => {
    expect(notesOf('1.2.0', CHANGELOG)).toBe('- New.');
    expect(notesOf('1.1.0', CHANGELOG)).toBe('- Old.');
    expect(() => notesOf('1.3.0', CHANGELOG)).toThrow('says nothing about 1.3.0');
    expect(() => notesOf('Unreleased', CHANGELOG)).toThrow('says nothing about Unreleased');
    expect(() => notesOf('.2.0', CHANGELOG)).toThrow('says nothing');
  });

  it('need a tag that is the version', () => {
    expect(() => checkTag('v1.2.0', '1.2.0')).not.toThrow();
    expect(() => checkTag('1.2.0', '1.2.0')).toThrow('The tag is 1.2.0, and package.json has version 1.2.0');
  });
});
