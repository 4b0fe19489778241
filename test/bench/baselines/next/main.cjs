/** The framework's own error page, from the framework's own server, in a window without anything else. */
const { app, BrowserWindow } = require('electron');

app.whenReady().then(() => {
  new BrowserWindow({ width: 1024, height: 720 }).loadURL(process.env.BASELINE_URL ?? '');
});
