/** `holdfast://open/path`: registers the installed app for such links, and opens the ones that macOS passes on. */
import { app } from 'electron';
import { log } from '../../common/log.ts';
import { config } from '../../configuration/config.ts';
import { pathOfLink } from './commandLine.ts';

/** Milliseconds after ready: on Linux registering starts other programs, and nobody waits for it. */
const LATER_MS = 3_000;

/**
 * Must run before the app is ready; otherwise the link that started the app on macOS is missed. In development the app
 * does not register itself: another folder's Electron would open the links.
 * @param open gets the path of a link, in the form that leads to 400 if it is not a path of the app
 */
export function setupDeepLinks(open: (path: string) => void): void {
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(pathOfLink(link));
  });
  if (!config.packaged) return;
  void app.whenReady().then(() => {
    const timer = setTimeout(() => {
      if (app.setAsDefaultProtocolClient(config.scheme)) return;
      log(`This app does not open ${config.scheme}: links: the system has no entry for it.`);
    }, LATER_MS);
    timer.unref();
  });
}
