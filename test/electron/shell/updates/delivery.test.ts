import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { deliveryOf, type Installation } from '../../../../electron/shell/updates/delivery.ts';
import { testFolder } from '../../testFolder.ts';

/** @param packageType what electron-builder wrote into the package, if anything */
function installation(platform: NodeJS.Platform, packageType?: string, env = {}): Installation {
  const resourcesPath = testFolder();
  if (packageType) writeFileSync(join(resourcesPath, 'package-type'), packageType);
  const run = () => Promise.reject(new Error('not to be run'));
  return { platform, execPath: '/opt/App/app', resourcesPath, env, run };
}

it.each([
  ['deb', { by: 'person', extension: 'deb', command: 'sudo apt install' }],
  ['rpm\n', { by: 'person', extension: 'rpm', command: 'sudo dnf install' }],
  ['pacman', { by: 'app' }],
])('a %j package is installed by the right installer', async (type, delivery) => {
  expect(await deliveryOf(installation('linux', type))).toEqual(delivery);
});

it('an AppImage, Windows and an unpacked app update themselves', async () => {
  const image = installation('linux', 'deb', { APPIMAGE: '/home/ann/App.AppImage' });
  for (const here of [image, installation('linux'), installation('win32', 'deb')])
    expect(await deliveryOf(here)).toEqual({ by: 'app' });
});

it.each([
  [true, { by: 'app' }],
  [false, { by: 'nobody', why: 'macOS does not update an app that is not signed' }],
])('macOS updates only a signed app (%s)', async (isSigned, delivery) => {
  const run = vi.fn((..._command: unknown[]) =>
    isSigned ? Promise.resolve() : Promise.reject(new Error('no')),
  );
  const execPath = '/Applications/My App.app/Contents/MacOS/My App';
  expect(await deliveryOf({ ...installation('darwin'), execPath, run })).toEqual(delivery);
  const args = ['--verify', '-R=anchor apple generic', '/Applications/My App.app'];
  expect(run.mock.calls).toEqual([['/usr/bin/codesign', args]]);
});
