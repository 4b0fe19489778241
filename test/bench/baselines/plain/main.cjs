/**
 * A window on a server's page, and one handler: what somebody writes whose app needs calls of main and nothing else. With
 * BENCH_SCHEME the page has a scheme of its own, whose requests Electron's documented way forwards to the server.
 */
const { app, BrowserWindow, ipcMain, net, protocol } = require('electron');
const path = require('node:path');

const { BENCH_ADDRESS: address = '', BENCH_SCHEME: scheme } = process.env;

const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true };
if (scheme) protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
ipcMain.handle('same', (_event, input) => input);

app.whenReady().then(() => {
  if (scheme) {
    protocol.handle(scheme, ({ url, method, body }) =>
      net.fetch(address + new URL(url).pathname, {
        method,
        ...(body && { body, duplex: 'half' }),
      }),
    );
  }
  const preload = path.join(__dirname, 'preload.cjs');
  const window = new BrowserWindow({ width: 1024, height: 720, webPreferences: { preload } });
  window.loadURL(scheme ? `${scheme}://plain/` : address);
});
