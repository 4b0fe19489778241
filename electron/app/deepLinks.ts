/** `holdfast://open/path`: who opens such links, and the ones that macOS hands over by an event. */
import { app } from 'electron';
import { config } from '../config.ts';
import { isDeepLink, parseCommandLine } from './commandLine.ts';
import { log } from './log.ts';

/** Milliseconds after ready: on Linux other programs are started for it, and nobody waits for it. */
const LATER_MS = 3_000;

/**
 * Call it before the app is ready, or the link that started the app on macOS is missed.
 * Only an installed app makes itself the one that opens such links: in development another folder's Electron would.
 * @param open gets the path that a link asks for, in the form that ends in 400 if it is no path of the app
 */
export function setupDeepLinks(open: (path: string) => void): void {
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(pathOfLink(link));
  });
  if (!app.isPackaged) return;
  void app.whenReady().then(() => {
    const timer = setTimeout(() => {
      if (app.setAsDefaultProtocolClient(config.scheme)) return;
      log(`Links of the kind ${config.scheme}: are not opened by this app: the system has no entry for it.`);
    }, LATER_MS);
    timer.unref();
  });
}

/** The path that a link asks for, read as on the command line. What is no such link ends in 400 too. */
export function pathOfLink(link: string): string {
  return isDeepLink(link) ? parseCommandLine(['', link]).open : `//${link}`;
}
