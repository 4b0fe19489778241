/** The floor: a window with a static page and nothing else. */
const { app, BrowserWindow } = require('electron');

app.whenReady().then(() => {
  new BrowserWindow({ width: 1024, height: 720 }).loadFile('index.html');
});
