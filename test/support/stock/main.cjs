/** The SDK in main likewise. */
const Sentry = require('@sentry/electron/main');

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  tracesSampleRate: 1,
  ipcMode: Sentry.IPCMode.Classic,
  enableRendererProfiling: true,
});
Object.assign(globalThis, { sdk: Sentry });

const { app, BrowserWindow, dialog } = require('electron');

// A test cannot press its button.
dialog.showErrorBox = () => undefined;
app.whenReady().then(() => {
  if (process.env.CRASH_EARLY) process.crash();
  new BrowserWindow({ width: 1024, height: 720 }).loadFile('dist/index.html');
});
