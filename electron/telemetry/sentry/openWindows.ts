/** Windows that are open before the SDK starts, which listens to each from its creation on. */
import { app, BrowserWindow } from 'electron';

type Emitter = { listeners(name: string): unknown[] };
type Listener = (event: object, ...args: unknown[]) => void;

/** Starts what listens to new windows, and lets it hear of those that are open, and of the addresses in them. */
export function withOpenWindows<T>(start: () => T): T {
  const forWindows = addedTo(app, 'browser-window-created');
  const forContents = addedTo(app, 'web-contents-created');
  const started = start();
  for (const window of BrowserWindow.getAllWindows()) {
    const { webContents } = window;
    const forAddresses = addedTo(webContents, 'did-navigate');
    for (const listener of forWindows()) listener({}, window);
    for (const listener of forContents()) listener({}, webContents);
    for (const listener of forAddresses()) listener({}, webContents.getURL());
  }
  return started;
}

/** Notes who listens to an event; returns a function that gives those who came since. */
function addedTo(emitter: Emitter, name: string): () => Listener[] {
  const before = new Set(emitter.listeners(name));
  return () => emitter.listeners(name).filter((one) => !before.has(one)) as Listener[];
}
