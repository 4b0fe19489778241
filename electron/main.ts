/** The main process, top to bottom. */
import { join } from 'node:path';
import { app, Menu, session } from 'electron';
import { parseCommandLine } from './commandLine.ts';
import { entryFiles, handleProtocol, registerScheme } from './protocol/index.ts';
import { webAppRoutes } from './protocol/webApp.ts';
import { loadSettings, saveUserSettings } from './settings.ts';
import { setupCallStacks } from './shell/callStacks.ts';
import { setupGpu } from './shell/gpu.ts';
import { setupInstance } from './shell/instance.ts';
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
const consent = {
  // Nobody is asked about reports that would go nowhere.
  ask: () => settings.reports === 'ask' && telemetry.on,
  choose: async (reports: 'on' | 'off') => {
    settings.reports = reports;
    telemetry.setReports(reports);
    await saveUserSettings(userData.folder, { reports });
  },
};

registerScheme();
const shell = setupShell({
  path: commandLine.open,
  userData: app.getPath('userData'),
  reporting: telemetry,
  consent,
});
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
Menu.setApplicationMenu(null);
limitContents(app, (url) => console.error(`The page wanted to go to ${url}: refused.`));

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
});
