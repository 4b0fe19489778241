/**
 * Electron's quick start with @sentry/electron as its documentation sets it up: not bundled, defaults, tracing on.
 * One option is not the default: the SDK would also register a scheme of its own for pages without a preload. Its
 * preload is injected by the SDK, so that nothing would use the scheme; leaving it out saves this side work.
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
