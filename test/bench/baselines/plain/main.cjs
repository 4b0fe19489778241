/** A window on a server's page, and one handler: what an app writes who needs a call of main and nothing else. */
const { app, BrowserWindow, ipcMain } = require('electron');
const path = require('node:path');

ipcMain.handle('same', (_event, input) => input);

app.whenReady().then(() => {
  const preload = path.join(__dirname, 'preload.cjs');
  const window = new BrowserWindow({ width: 1024, height: 720, webPreferences: { preload } });
  window.loadURL(process.env.BENCH_ADDRESS ?? 'about:blank');
});
