/** One instance of the app for each user data folder. */
import { app } from 'electron';
import { isDeepLink, parseCommandLine } from './commandLine.ts';

/** Whether a command line names a page, as a second start with a link does. */
function asksForPage(argv: readonly string[]): boolean {
  return argv.slice(1).some((argument) => isDeepLink(argument) || /^--open(=|$)/i.test(argument));
}

/**
 * Ends this process at once if another one runs with the same folder; that one is told of this one's page. Call it
 * before anything is written into the folder.
 */
export function leaveToFirst(): void {
  if (!app.requestSingleInstanceLock()) app.exit(0);
}

/** @param onSecond gets the path that a second start asks for, if it asks for one */
export function setupInstance(onSecond: (path: string | undefined) => void): void {
  app.on('second-instance', (_event, argv) =>
    onSecond(asksForPage(argv) ? parseCommandLine(argv).open : undefined),
  );
}
