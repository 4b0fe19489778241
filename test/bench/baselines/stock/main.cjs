/**
 * Electron's quick start with @sentry/electron as its documentation sets it up: not bundled, tracing on, defaults but
 * for `ipcMode`, which saves it a scheme of its own that nothing would use beside the preload.
 */
const Sentry = require('@sentry/electron/main');

Sentry.init({ dsn: process.env.SENTRY_DSN, tracesSampleRate: 1, ipcMode: Sentry.IPCMode.Classic });

const { app, BrowserWindow } = require('electron');
const path = require('node:path');

app.whenReady().then(() => {
  const preload = path.join(__dirname, 'preload.cjs');
  const window = new BrowserWindow({ width: 1024, height: 720, webPreferences: { preload } });
  window.loadFile('dist/index.html');
});
