/** What `require('electron')` gives the built main file on the stand-in, held against Electron's own types. */
import { app, appInstance } from './app.ts';
import { browserWindowClass } from './browserWindow.ts';
import { autoUpdater, crashReporter, nativeTheme, screen, shell } from './desktop.ts';
import { dialog } from './dialog.ts';
import { ipcMain } from './ipcMain.ts';
import { Menu, MenuItem } from './menu.ts';
import { nativeImage } from './nativeImage.ts';
import { net } from './net.ts';
import { powerMonitor } from './powerMonitor.ts';
import { protocol } from './protocol.ts';
import { session } from './session.ts';
import { type Shared, strict } from './strict.ts';
import { webContents } from './webContents.ts';

export const electronModule = strict(
  {
    app,
    autoUpdater,
    BrowserWindow: browserWindowClass,
    crashReporter,
    dialog,
    ipcMain,
    Menu,
    MenuItem,
    nativeImage,
    nativeTheme,
    net,
    powerMonitor,
    protocol,
    screen,
    session,
    shell,
    webContents,
  },
  'electron',
);

const checked: { app: Shared<typeof appInstance, Electron.App> } = { app: appInstance };
void checked;
