/**
 * What electron-vite 5 builds of its template react-ts (alex8088/quick-start) with @sentry/electron: dependencies stay
 * outside, nothing is minified, the page has no sandbox, the window is shown when painted. The page is the stock one.
 * The template's icon, and handlers of what a person or another system does, are left out.
 */
const Sentry = require('@sentry/electron/main');
const { app, BrowserWindow } = require('electron');
const path = require('node:path');

Sentry.init({ dsn: process.env.SENTRY_DSN, tracesSampleRate: 1 });

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 900,
    height: 670,
    show: false,
    autoHideMenuBar: true,
    webPreferences: { preload: path.join(__dirname, '../preload/index.js'), sandbox: false },
  });
  window.on('ready-to-show', () => window.show());
  window.loadFile(path.join(__dirname, '../renderer/index.html'));
});
