import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
  expect(await deliveryOf(installation('linux', 'deb', { APPIMAGE: '/home/ann/App.AppImage' }))).toEqual({
    by: 'app',
  });
  expect(await deliveryOf(installation('linux'))).toEqual({ by: 'app' });
  expect(await deliveryOf(installation('win32', 'deb'))).toEqual({ by: 'app' });
});

it.each([
  [true, { by: 'app' }],
  [false, { by: 'nobody', why: 'macOS does not update an app that is not signed' }],
])('macOS updates only a signed app (%s)', async (isSigned, delivery) => {
  const ran: unknown[] = [];
  const here: Installation = {
    ...installation('darwin'),
    execPath: '/Applications/My App.app/Contents/MacOS/My App',
    run: (...command) => {
      ran.push(command);
      return isSigned ? Promise.resolve() : Promise.reject(new Error('code object is not signed at all'));
    },
  };
  expect(await deliveryOf(here)).toEqual(delivery);
  expect(ran).toEqual([
    ['/usr/bin/codesign', ['--verify', '-R=anchor apple generic', '/Applications/My App.app']],
  ]);
});
