/** The app and the desktop, against docs/api: app.md, screen.md, menu.md, menu-item.md, dialog.md, shell.md … */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScenario, type Told } from './scenario.ts';

let told: Told;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-opener-'));
  const opener = join(folder, 'xdg-open');
  await writeFile(opener, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${folder}/opened'\n`);
  await chmod(opener, 0o755);
  told = await runScenario('desktop', { env: { PATH: `${folder}${delimiter}${process.env.PATH}` } });
});
afterAll(() => rm(folder, { recursive: true }));

describe('the app', () => {
  it('knows itself before it is ready (app.name, getVersion, getAppPath, process.versions)', () => {
    expect(told.of('early')).toEqual({
      screen: expect.stringContaining("before the app 'ready' event"),
      box: 'Error: dialog module can only be used after app is ready',
      name: ['Runtime Fixture', 'Runtime Fixture', '1.2.3', false],
      appPath: true,
      locale: 'Error: app.getSystemLocale() can only be called after app is ready',
      argv: true,
      versions: ['string', 'string', 'browser'],
      main: true,
    });
  });

  it('has folders, which must be there to be set (app.getPath, app.setPath)', () => {
    expect(told.of('paths')).toEqual({
      session: true,
      temp: true,
      crashes: true,
      unknown: "Error: Failed to get 'nowhere' path",
      relative: 'Error: Path must be absolute',
      missing: 'Error: Failed to set path',
      name: 'Error: Failed to set path',
    });
    expect(told.of('set path')).toBe(true);
  });

  it('has a command line (app.commandLine)', () => {
    expect(told.of('switches')).toEqual([true, 'value', true, '']);
    expect(told.of('removed switch')).toBe(false);
  });

  it('cannot be told everything when it is ready (app.disableHardwareAcceleration, enableSandbox)', () => {
    expect(told.of('late')).toEqual([
      'Error: app.disableHardwareAcceleration() can only be called before app is ready',
      'Error: app.enableSandbox() can only be called before app is ready',
      true,
      true,
      'TypeError: Path must be absolute',
    ]);
    expect(told.of('ready')).toEqual([true, 'resolved']);
  });

  it('knows its GPU and whether it opens links (app.getGPUInfo, isDefaultProtocolClient)', () => {
    expect(told.of('gpu')).toBe(true);
    expect(told.of('protocol client')).toBe('boolean');
  });
});

it('the screen has a display (screen.getPrimaryDisplay)', () => {
  expect(told.of('display')).toEqual({ all: [true], whole: true, size: true, scale: true, nearest: true });
  expect(told.of('theme')).toBe('boolean');
});

it('idle time is told in seconds (powerMonitor.getSystemIdleTime, getSystemIdleState)', () => {
  expect(told.of('idle')).toEqual({
    time: true,
    state: true,
    wrong: 'TypeError: Invalid idle threshold, must be greater than 0',
    battery: true,
  });
});

describe('a menu', () => {
  it('is built from a template, without superfluous separators (Menu.buildFromTemplate)', () => {
    expect(told.of('menu')).toEqual([
      ['normal', 'First'],
      ['separator', ''],
      ['submenu', 'More'],
      ['normal', 'Reload'],
      ['normal', 'Leave'],
    ]);
    expect(told.of('found')).toEqual(['Inner', null, 'CmdOrCtrl+1']);
  });

  it('does what its items do (menuItem.click, roles)', () => {
    expect(told.of('clicked')).toEqual({ clicked: ['First'], checked: true, enabled: true, visible: true });
    expect(told.of('role')).toBe('reloaded');
  });

  it('has one checked item in each group of radio items (menuItem.checked, type radio)', () => {
    expect(told.of('radios')).toEqual({
      states: [
        [true, false, false, true, false],
        [false, true, false, true, false],
        [false, true, false, false, true],
      ],
      seen: true,
    });
  });

  it('can be the application’s, or none (Menu.setApplicationMenu)', () => {
    expect(told.of('application menu')).toBe(true);
    expect(told.of('no menu')).toBe(null);
    expect(told.of('own menu')).toEqual([1, true, true]);
  });

  it('is refused when it is wrong', () => {
    expect(told.of('bad menus')).toEqual([
      'TypeError: Invalid template for Menu: Menu template must be an array',
      'TypeError: Invalid template for MenuItem: must have at least one of label, role or type',
      'Error: Invalid submenu',
      'Error: Unknown menu item type: other',
      'TypeError: Invalid item',
      'TypeError: Invalid menu',
    ]);
  });
});

it('an image is read, or empty (nativeImage.createFromPath, image.toDataURL)', () => {
  expect(told.of('image')).toEqual([false, { width: 2, height: 3 }, true]);
  expect(told.of('no image')).toEqual([true, { width: 0, height: 0 }]);
});

it('the crash reporter keeps its parameters (crashReporter.start)', () => {
  expect(told.of('crash reporter')).toEqual({ given: '2', gone: false, last: null });
  expect(told.of('crash reporter without address')).toContain('submitURL must be specified');
});

it.runIf(process.platform === 'linux')(
  'links and files are opened elsewhere (shell.openExternal, openPath)',
  async () => {
    const opened = (await readFile(join(folder, 'opened'), 'utf8')).trim().split('\n');
    // Two programs that were started one after the other may write in either order.
    expect(opened.sort()).toEqual([
      expect.stringMatching(/scenarios$/),
      'https://example.org/%C3%BC?a=b%20c',
    ]);
    expect(told.of('open path')).toBe('');
    expect(told.of('open nothing')).toBe('Failed to open path');
    expect(told.of('no address')).toBe(true);
  },
);
