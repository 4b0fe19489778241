import { execFileSync } from 'node:child_process';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { config } from '../../../../electron/builtConfig/config.ts';
import { readSettingsFile } from '../../../../electron/builtConfig/settingsSchema/file.ts';
import { mergeSettings } from '../../../../electron/builtConfig/settingsSchema/merge.ts';
import {
  administratorLayers,
  type Machine,
  rootsFile,
  THIS_SYSTEM,
} from '../../../../electron/shell/settings/administrator.ts';
import { testFolder } from '../../testFolder.ts';

const load = (machine: Partial<Machine>) =>
  mergeSettings(
    administratorLayers({
      ...{ platform: 'win32', user: 'jane', systemRoot: () => 'D:\\WinNT', run: () => POLICIES, ...machine },
    }).filter((layer) => layer !== undefined),
    7,
  );
function fail(why: string): never {
  throw new Error(why);
}
const SLOW = ['-e', 'setInterval(() => 0, 1000)'];

/** What `reg query` prints for the parent key on a machine without the app's. */
const POLICIES = ['', 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Microsoft', ''].join('\r\n');
const WITH_OURS = `${POLICIES}HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\holdfast\r\n`;

/** The same for the app's key. */
const REGISTRY = [
  '',
  'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Holdfast',
  '    origin    REG_SZ    https://app.example.com',
  '    permissions    REG_MULTI_SZ    camera\\0microphone',
  '    savePrivate    REG_DWORD    0x1',
  '    dataTimeout    REG_DWORD    0x3c',
  '    sentryDSN    REG_SZ    misspelt',
  '',
  'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Holdfast\\Sub',
].join('\r\n');

it("are read under the app's configured name", ({ onTestFinished }) => {
  const { name } = config;
  onTestFinished(() => void Object.assign(config, { name }));
  config.name = 'Shop';
  const ours = POLICIES.replace('Microsoft', 'Shop');
  const { faults } = load({ run: (_, args) => (args[1]?.endsWith('Shop') ? fail('unread') : ours) });
  expect(faults.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('HKLM\\SOFTWARE\\Policies\\Shop: cannot be read'),
  ]);
});

describe('the policy key of Windows', () => {
  it('sets each kind of value, and names mistakes', () => {
    const { settings, sources, faults } = load({
      run: (program, [, key]) => {
        if (program !== 'D:\\WinNT\\System32\\reg.exe') fail(program);
        return key === 'HKLM\\SOFTWARE\\Policies' ? WITH_OURS : REGISTRY;
      },
    });
    expect(settings).toEqual({
      reports: 'ask',
      origin: 'https://app.example.com',
      permissions: ['camera', 'microphone'],
      savePrivate: true,
      dataTimeout: 60,
    });
    expect(sources.origin).toBe('HKLM\\SOFTWARE\\Policies\\Holdfast');
    expect(faults.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('HKLM\\SOFTWARE\\Policies\\Holdfast: "sentryDSN" cannot be set here'),
    ]);
  });

  it.each([
    [{ systemRoot: () => fail('none') }, 'Error: none'],
    [{ run: () => execFileSync(process.execPath, SLOW, { encoding: 'utf8', timeout: 1 }) }, 'ETIMEDOUT'],
  ])('turns reports off if the system does not name its folder, or reg.exe takes too long', (own, why) => {
    const { settings, faults, isReportsFinal } = load(own);
    expect([settings.reports, isReportsFinal]).toEqual(['off', true]);
    expect(faults[0]?.detail).toContain(`cannot be read (${why})`);
  });
});

it.runIf(process.platform === 'win32')(
  "is read by the system's reg.exe, whatever folder this process's variables name",
  ({ onTestFinished }) => {
    const { SystemRoot, windir } = process.env;
    onTestFinished(() => void Object.assign(process.env, { SystemRoot, windir }));
    const root = THIS_SYSTEM.systemRoot();
    expect(root.toLowerCase()).toBe(SystemRoot?.toLowerCase());
    const other = testFolder();
    Object.assign(process.env, { SystemRoot: other, windir: other });
    expect(THIS_SYSTEM.systemRoot()).toBe(root);
    expect(load(THIS_SYSTEM).faults).toEqual([]);
  },
);

it.each([
  ['linux', 1],
  ['darwin', 3],
] as const)('on %s there are this many places: %i', (platform, count) => {
  const run = () => fail('not to be run');
  expect(administratorLayers({ ...THIS_SYSTEM, platform, user: 'jane', run })).toHaveLength(count);
});

describe.skipIf(process.platform === 'win32')('a file owned by root', () => {
  const load = (mode: number) => {
    const file = join(testFolder(), 'settings.json');
    writeFileSync(file, '{"reports": "off"}');
    chmodSync(file, mode);
    return mergeSettings(
      [rootsFile(file)].filter((layer) => layer !== undefined),
      7,
    );
  };
  const isRoot = process.getuid?.() === 0;

  it.skipIf(!isRoot)('is used', () => {
    expect(load(0o644)).toMatchObject({ settings: { reports: 'off' }, isReportsFinal: true, faults: [] });
  });

  it.each([0o664, 0o646, ...(isRoot ? [] : [0o644])])(
    'is ignored, without turning reports off, if others may write it (%o)',
    (mode) => {
      const { settings, faults } = load(mode);
      expect(settings).toEqual({ reports: 'ask' });
      expect(faults).toMatchObject([{ detail: expect.stringContaining('it must belong to root') }]);
    },
  );

  it('is judged by the very file that was read, even if another takes its place', () => {
    const file = join(testFolder(), 'settings.json');
    writeFileSync(file, '{"reports": "off"}');
    writeFileSync(`${file}.next`, '{"reports": "on"}');
    const layer = readSettingsFile(file, ['reports'], false, () => renameSync(`${file}.next`, file));
    expect(layer).toMatchObject({ values: { reports: 'off' } });
  });

  it.skipIf(isRoot)('turns reports off if it cannot be read, because it might do so', () => {
    expect(load(0)).toMatchObject({ settings: { reports: 'off' }, isReportsFinal: true });
  });
});
