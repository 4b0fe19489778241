/** The SDK in main, as its documentation sets it up; with `LIMITS` as in the guide to `holdfast/sentry`. */
const Sentry = require('@sentry/electron/main');

const { LIMITS } = process.env;
const { limited, setConsent } = LIMITS ? require(LIMITS) : { limited: Object, setConsent: undefined };
const options = {
  dsn: process.env.SENTRY_DSN,
  release: 'stock@0.1.0',
  tracesSampleRate: 1,
  ipcMode: Sentry.IPCMode.Classic,
  enableRendererProfiling: true,
};
Sentry.init(limited(options, { consent: 'on' }));
Object.assign(globalThis, { sdk: Sentry, setConsent });

const { app, BrowserWindow, dialog } = require('electron');

// A test cannot press its button.
dialog.showErrorBox = () => undefined;
app.whenReady().then(() => {
  if (process.env.CRASH_EARLY) process.crash();
  new BrowserWindow({ width: 1024, height: 720 }).loadFile('dist/index.html');
});
