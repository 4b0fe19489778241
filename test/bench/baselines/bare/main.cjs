/** The floor: a window with a static page, or with a server's, and nothing else. */
const { app, BrowserWindow } = require('electron');

app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1024, height: 720 });
  if (process.env.BENCH_ADDRESS) window.loadURL(process.env.BENCH_ADDRESS);
  else window.loadFile('index.html');
});
