/** Lets main read what the script of a page is doing, for reports of hangs. */
import { app } from 'electron';

/** Chromium's feature behind `collectJavaScriptCallStack`; each document allows it too (CALL_STACKS_HEADER). */
const FEATURE = 'DocumentPolicyIncludeJSCallStacksInCrashReports';

/** Call it before the app is ready. Features that were given on the command line stay. */
export function setupCallStacks(): void {
  const given = app.commandLine.getSwitchValue('enable-features');
  if (given.split(',').includes(FEATURE)) return;
  app.commandLine.appendSwitch('enable-features', given ? `${given},${FEATURE}` : FEATURE);
}
