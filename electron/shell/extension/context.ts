/** What the app's own code can use of the running app. */
import { app, type BrowserWindow } from 'electron';
import { log } from '../../common/log.ts';
import { CHANNELS } from '../../shared/channels.ts';
import { facade } from '../../telemetry/index.ts';
import type { Shell } from '../window/shell.ts';
import type { Context } from './main.ts';

export function createContext({ app: own }: Pick<Shell, 'app'>): Context {
  const tellers: (() => void)[] = [];
  app.on('browser-window-created', () => {
    // Later, because the app does not own the window yet. Then a listener's exception is an error of main, not of the
    // code that opens windows.
    for (const tell of tellers) setImmediate(tell);
  });
  return {
    app,
    window: () => own.window,
    eachWindow(listener) {
      let last: BrowserWindow | undefined;
      const tell = () => {
        const { window } = own;
        if (!window || window === last) return;
        last = window;
        listener(window);
      };
      tellers.push(tell);
      tell();
    },
    open: (path) => own.focus(path),
    tell(name, value) {
      if (!own.isAlive) return false;
      own.window?.webContents.send(CHANNELS.message(name), value);
      return true;
    },
    log,
    captureException: facade.captureException,
  };
}
