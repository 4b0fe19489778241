import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { config } from '../../../electron/config.ts';
import { administratorLayers, type Machine } from '../../../electron/settings/administrator.ts';
import { mergeSettings } from '../../../electron/settings/merge.ts';
import { testFolder } from '../testFolder.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const load = (machine: Partial<Machine>) =>
  mergeSettings(
    administratorLayers({
      platform: 'win32',
      env: {},
      user: 'jane',
      run: () => POLICIES,
      ...machine,
    }),
    7,
  );
function fail(why: string): never {
  throw new Error(why);
}

/** As `reg query` writes the key above, on a machine without the app's. */
const POLICIES = ['', 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Microsoft', ''].join('\r\n');
const WITH_OURS = `${POLICIES}HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\holdfast\r\n`;

/** As it writes the app's. */
const REGISTRY = [
  '',
  'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Holdfast',
  '    origin    REG_SZ    https://app.example.com',
  '    proxy    REG_MULTI_SZ    /api/*\\0/health',
  '    savePrivate    REG_DWORD    0x1',
  '    dataTimeout    REG_DWORD    0x3c',
  '    sentryDSN    REG_SZ    misspelt',
  '',
  'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Holdfast\\Sub',
].join('\r\n');

it('are in places with the name of the app as it is configured', ({ onTestFinished }) => {
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
  it('sets each kind of value, and names what is wrong', () => {
    const { settings, sources, faults } = load({
      run: (program, [, key]) => {
        if (!program.endsWith('\\System32\\reg.exe')) fail(program);
        return key === 'HKLM\\SOFTWARE\\Policies' ? WITH_OURS : REGISTRY;
      },
    });
    expect(settings).toEqual({
      reports: 'ask',
      origin: 'https://app.example.com',
      proxy: ['/api/*', '/health'],
      savePrivate: true,
      dataTimeout: 60,
    });
    expect(sources.origin).toBe('HKLM\\SOFTWARE\\Policies\\Holdfast');
    expect(faults.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('HKLM\\SOFTWARE\\Policies\\Holdfast: "sentryDSN" is no setting'),
    ]);
  });

  it('counts as off when Windows does not give it in time', () => {
    const run = () =>
      execFileSync(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { encoding: 'utf8', timeout: 1 });
    const { settings, faults, isReportsFinal } = load({ run });
    expect([settings.reports, isReportsFinal]).toEqual(['off', true]);
    expect(faults[0]?.detail).toContain('cannot be read (ETIMEDOUT)');
  });
});

describe.skipIf(process.platform === 'win32')('%ProgramData%', () => {
  // win32.join of a path of this system: one file name with backslashes in it, as good as another.
  const env = { ProgramData: 'ProgramData' };
  const write = () => {
    process.chdir(folder);
    writeFileSync('ProgramData\\Holdfast\\settings.json', '{"reports": "off"}');
  };
  const here = process.cwd();
  afterEach(() => process.chdir(here));

  it.each([
    ['O:BAG:SYD:(A;;FA;;;BA)\r\nO:SYG:SYD:(A;;FA;;;BA)\r\n', 'off', 0],
    // Any user can make the folder.
    ['O:S-1-5-21-1-2-3-1001G:S-1D:(A;;FA;;;BA)\r\nO:BAG:SYD:\r\n', 'ask', 1],
    ['O:BAG:SYD:\r\n', 'ask', 1],
    ['', 'ask', 1],
  ])('counts by its owners: %j', (sddl, reports, faults) => {
    write();
    const loaded = load({
      env,
      run: (program) => (program.endsWith('powershell.exe') ? sddl : POLICIES),
    });
    expect(loaded.settings.reports).toBe(reports);
    expect(loaded.faults).toHaveLength(faults);
  });

  it('is not used when its owner cannot be read, and reports are off: it may be an administrator who says so', () => {
    write();
    const run: Machine['run'] = (program) =>
      program.endsWith('powershell.exe') ? fail('no PowerShell') : POLICIES;
    const { settings, faults } = load({ env, run });
    expect(settings).toEqual({ reports: 'off' });
    expect(faults[0]?.detail).toContain('its owner could not be read');
  });
});
