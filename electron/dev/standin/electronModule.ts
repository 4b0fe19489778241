/** What `require('electron')` gives the built main file on the stand-in, held against Electron's own types. */
import { type App, app } from './app.ts';
import { type BrowserWindow, browserWindowClass } from './browserWindow.ts';
import { autoUpdater, crashReporter, nativeTheme, screen, shell } from './desktop.ts';
import { dialog } from './dialog.ts';
import { ipcMain } from './ipcMain.ts';
import { Menu, type MenuClass, MenuItem, type MenuItemClass } from './menu.ts';
import { nativeImage } from './nativeImage.ts';
import { net } from './net.ts';
import { powerMonitor } from './powerMonitor.ts';
import { protocol } from './protocol.ts';
import { session } from './session.ts';
import { type Shared, strict } from './strict.ts';
import { type WebContents, webContents } from './webContents.ts';

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

type Held<Own extends Shared<Own, Electrons>, Electrons> = Own;
/** Does not compile when one of these is not what Electron declares. The others are checked where they are made. */
export type Checked = [
  Held<App, Electron.App>,
  Held<BrowserWindow, Electron.BrowserWindow>,
  Held<typeof BrowserWindow, typeof Electron.BrowserWindow>,
  Held<typeof net, Electron.Net>,
  Held<typeof webContents, typeof Electron.webContents>,
  Held<WebContents, Electron.WebContents>,
  Held<MenuClass, Electron.Menu>,
  Held<MenuItemClass, Electron.MenuItem>,
];
