/** The main process, top to bottom. */
import { join } from 'node:path';
import { app, Menu, session } from 'electron';
import { parseCommandLine, toAppUrl } from './commandLine.ts';
import { handleProtocol, registerScheme } from './protocol/index.ts';
import { loadSettings } from './settings.ts';
import { followPlatform } from './shell/lifecycle.ts';
import { limitContents, limitPermissions } from './shell/security.ts';
import { openWindow } from './shell/window.ts';

const commandLine = parseCommandLine(process.argv);
const { faults } = loadSettings(
  {
    packaged: app.isPackaged,
    platform: process.platform,
    execPath: process.execPath,
    userData: app.getPath('userData'),
    env: process.env,
  },
  Date.now(),
);
for (const fault of faults) console.error(`${fault.title}. ${fault.detail}`);

registerScheme();
Menu.setApplicationMenu(null);
limitContents(app, (url) => console.error(`The page wanted to go to ${url}: refused.`));
followPlatform(() => openWindow(toAppUrl('/')));

void app.whenReady().then(() => {
  limitPermissions(session.defaultSession);
  handleProtocol({ folder: join(app.getAppPath(), '.build', 'renderer'), onError: console.error });
  openWindow(toAppUrl(commandLine.open));
});
