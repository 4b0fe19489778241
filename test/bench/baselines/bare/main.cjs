/** The floor: a window with a static page, or with a server's, and nothing else; or with one listener of requests. */
const { app, BrowserWindow, session } = require('electron');

app.whenReady().then(() => {
  if (process.env.BENCH_LISTENS)
    session.defaultSession.webRequest.onBeforeSendHeaders(({ requestHeaders }, answer) =>
      answer({ requestHeaders }),
    );
  const window = new BrowserWindow({ width: 1024, height: 720 });
  if (process.env.BENCH_ADDRESS) window.loadURL(process.env.BENCH_ADDRESS);
  else window.loadFile('index.html');
});
