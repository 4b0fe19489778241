/** What the app's own code gets of the running app. */
import { app, type BrowserWindow } from 'electron';
import { log } from '../app/log.ts';
import { CHANNELS } from '../shared/channels.ts';
import { facade } from '../telemetry/index.ts';
import type { Shell } from '../window/shell.ts';
import type { Context } from './main.ts';

export function createContext(shell: Pick<Shell, 'windows' | 'focus'>): Context {
  const { windows } = shell;
  const listeners: ((window: BrowserWindow) => void)[] = [];
  app.on('browser-window-created', (_event, window) => {
    // It is made before it is the app's. What a listener throws is an error of main, and not of the code that opens windows.
    setImmediate(() => {
      if (window === windows.window) for (const listener of listeners) listener(window);
    });
  });
  return {
    app,
    window: () => windows.window,
    eachWindow(listener) {
      listeners.push(listener);
      if (windows.window) listener(windows.window);
    },
    open: (path) => shell.focus(path),
    tell(name, value) {
      if (!windows.isAlive) return false;
      windows.window?.webContents.send(CHANNELS.message(name), value);
      return true;
    },
    log,
    captureException: facade.captureException,
  };
}
