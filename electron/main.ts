/** The main process, top to bottom. */
import { join } from 'node:path';
import { app, Menu, session } from 'electron';
import { parseCommandLine } from './commandLine.ts';
import { createConsent } from './desktop/consent.ts';
import { eraseDumps, savedDumps } from './desktop/crashDumps.ts';
import { setupDeepLinks } from './desktop/deepLinks.ts';
import { setupExternalLinks } from './desktop/externalLinks.ts';
import { setupMenu } from './desktop/menu.ts';
import { together } from './desktop/savedReports.ts';
import { setupWindowState } from './desktop/windowState.ts';
import { entryFiles, handleProtocol, registerScheme } from './protocol/index.ts';
import { webAppRoutes } from './protocol/webApp.ts';
import { loadSettings, saveUserSettings } from './settings.ts';
import { setupCallStacks } from './shell/callStacks.ts';
import { setupGpu } from './shell/gpu.ts';
import { leaveToFirst, setupInstance } from './shell/instance.ts';
import { followPlatform } from './shell/lifecycle.ts';
import { setupMainErrors } from './shell/mainErrors.ts';
import { setupPageMessages } from './shell/pageMessages.ts';
import { setupPower } from './shell/power.ts';
import { limitContents, limitPermissions } from './shell/security.ts';
import { setupShell } from './shell/shell.ts';
import { setupUserData } from './shell/userData.ts';
import { setupTelemetry } from './telemetry/setup.ts';

const mainErrors = setupMainErrors();
const commandLine = parseCommandLine(process.argv);
const userData = setupUserData();
leaveToFirst();
const { settings, faults, refused } = loadSettings(
  {
    packaged: app.isPackaged,
    platform: process.platform,
    execPath: process.execPath,
    userData: userData.folder,
    env: process.env,
  },
  Date.now(),
);

const telemetry = setupTelemetry({
  settings,
  userData: app.getPath('userData'),
  // A DSN that was refused is among the faults.
  isDsnTold: refused.includes('sentryDsn'),
  say: console.error,
});
const consent = createConsent({
  settings,
  reporting: telemetry.on,
  apply: telemetry.setReports,
  keep: (reports) => saveUserSettings(userData.folder, { reports }),
});

registerScheme();
const shell = setupShell({
  path: commandLine.open,
  userData: app.getPath('userData'),
  frame: setupWindowState(app.getPath('userData'), console.error),
  reporting: telemetry,
  consent,
});
consent.onChange(shell.consentChanged);
mainErrors.showIn(shell.failed);
if (userData.fault) shell.failed(userData.fault);
for (const fault of telemetry.fault ? [...faults, telemetry.fault] : faults) {
  console.error(`${fault.title}. ${fault.detail}`);
  telemetry.report(fault);
}
setupInstance(shell.focus);
setupGpu(shell);
setupCallStacks();
setupPower(shell.resume);
setupPageMessages(shell);
followPlatform(shell.focus);
setupDeepLinks(app, shell.focus, console.error);
Menu.setApplicationMenu(null);
limitContents(app, setupExternalLinks(console.error));

void app.whenReady().then(() => {
  limitPermissions(session.defaultSession);
  handleProtocol({
    folder: join(app.getAppPath(), '.build', 'renderer'),
    routes: webAppRoutes(settings, app.getPath('userData'), console.error),
    takeFaultPage: shell.stage.takeFaultPage,
    onError: console.error,
    onFault(fault, isPage, error) {
      if (isPage) return shell.pageAnswered(fault, error);
      if (entryFiles.has(fault.url)) shell.stage.entryMissing(fault, error);
      return fault;
    },
  });
  shell.open();
  // After the load has begun, and before the window can be seen: it costs the start no time.
  const dumps = app.getPath('crashDumps');
  const crashDumps = { saved: () => savedDumps(dumps), erase: () => eraseDumps(dumps) };
  setupMenu({ shell, consent, reporting: telemetry, store: together([telemetry, crashDumps]) });
});
