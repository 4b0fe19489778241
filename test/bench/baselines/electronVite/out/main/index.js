/**
 * What electron-vite 5 builds of its template react-ts with @sentry/electron: dependencies stay outside, nothing is
 * minified, the page has no sandbox, and the window is shown when it is painted. The page is that of the stock set-up.
 * The template's icon and what only a person or another system brings up are left out.
 * https://github.com/alex8088/quick-start/tree/master/packages/create-electron/playground/react-ts
 */
const Sentry = require('@sentry/electron/main');
const { app, BrowserWindow, ipcMain } = require('electron');
const path = require('node:path');

Sentry.init({ dsn: process.env.SENTRY_DSN, tracesSampleRate: 1 });

app.whenReady().then(() => {
  ipcMain.on('ping', () => console.log('pong'));
  const window = new BrowserWindow({
    width: 900,
    height: 670,
    show: false,
    autoHideMenuBar: true,
    webPreferences: { preload: path.join(__dirname, '../preload/index.js'), sandbox: false },
  });
  window.on('ready-to-show', () => window.show());
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  window.loadFile(path.join(__dirname, '../renderer/index.html'));
});
