/** The main process, top to bottom. */
import { join } from 'node:path';
import { app, Menu, session } from 'electron';
import { parseCommandLine } from './app/commandLine.ts';
import { setupDeepLinks } from './app/deepLinks.ts';
import { isFirst, leaveToFirst, setupInstance } from './app/instance.ts';
import { followPlatform, quitOnSignals } from './app/lifecycle.ts';
import { localeProblem } from './app/locale.ts';
import { log } from './app/log.ts';
import { setupPower } from './app/power.ts';
import { sandboxProblem } from './app/sandbox.ts';
import { setupUserData } from './app/userData.ts';
import { config } from './config.ts';
import { setupDiagnostics } from './diagnostics/diagnostics.ts';
import { setupHelpLinks } from './ipc/helpLinks.ts';
import { setupPageMessages } from './ipc/pageMessages.ts';
import { setupMenu } from './menu/menu.ts';
import { pageHelp, showSafeMode } from './menu/troubleshooting.ts';
import { setupAuthentication } from './network/authentication.ts';
import { createConsent } from './privacy/consent.ts';
import { handleProtocol, registerScheme } from './protocol/index.ts';
import { setupChildren } from './recovery/children.ts';
import { showLockFault } from './recovery/dialogs.ts';
import { mainFailed } from './recovery/faults.ts';
import { setupCallStacks } from './recovery/hang.ts';
import { setupMainErrors } from './recovery/mainErrors.ts';
import { setupStart } from './recovery/start.ts';
import { loadSettings, saveUserSettings } from './settings/settings.ts';
import { overrideDurations } from './shared/durations.ts';
import { setupSignIn } from './signIn/signIn.ts';
import { setupTelemetry } from './telemetry/setup.ts';
import { setupUpdates } from './updates/updates.ts';
import { setupWebApp } from './webapp/webapp.ts';
import { setupWindowState } from './window/bounds.ts';
import { createPageConsent } from './window/consent.ts';
import { setupDownloads } from './window/downloads.ts';
import { limitForeignFrames } from './window/foreignFrames.ts';
import { watchGestures } from './window/gestures.ts';
import { hasFrames, limitContents, limitNetwork, limitPermissions } from './window/security.ts';
import { Shell } from './window/shell.ts';

// Of an installed app nobody may change them.
if (!app.isPackaged && process.env.HOLDFAST_DURATIONS) overrideDurations(process.env.HOLDFAST_DURATIONS);
app.setName(config.name);
// As the entry in the Start menu has it: Windows shows notices under that.
if (process.platform === 'win32') app.setAppUserModelId(config.id);
const mainErrors = setupMainErrors();
const commandLine = parseCommandLine(process.argv);
quitOnSignals();
if (commandLine.diagnostics)
  void import('./diagnostics/cli.ts').then(({ printDiagnostics }) => printDiagnostics());
else start();

function start(): void {
  const folder = setupUserData();
  const userData = app.getPath('userData');
  if (!isFirst(userData)) return void leaveToFirst(userData, showLockFault);
  const launch = setupStart(userData, commandLine);
  const loaded = loadSettings(
    {
      packaged: app.isPackaged,
      platform: process.platform,
      execPath: process.execPath,
      userData: folder.folder,
      env: process.env,
    },
    Date.now(),
  );
  const { settings, faults, refused } = loaded;

  const telemetry = setupTelemetry({
    settings,
    userData,
    // A DSN that was refused is among the faults.
    isDsnReported: refused.includes('sentryDsn'),
    isTrustedSender: (contents) => shell.windows.isTrustedSender(contents),
    log,
  });
  const diagnostics = setupDiagnostics(loaded, userData, telemetry);
  const consent = createConsent({
    settings,
    reporting: telemetry.on,
    isFinal: loaded.isReportsFinal,
    apply: telemetry.setReports,
    keep: (reports) => saveUserSettings(folder.folder, { reports }),
  });

  registerScheme();
  const shell = new Shell({
    path: commandLine.open,
    userData,
    frame: setupWindowState(userData, log),
    reporting: telemetry,
    note: diagnostics.note,
    onExternal: (address, contents) => signIn.onExternal(address, contents),
    ask: consent.ask,
    launch,
  });
  consent.onChange(() => shell.windows.tellFault());
  mainErrors.showIn(shell.failed);
  if (folder.problem) shell.failed(mainFailed('uncaughtException', folder.problem));
  for (const fault of faults) {
    log(`${fault.title}. ${fault.detail}`);
    telemetry.report(fault);
    diagnostics.note(fault);
  }
  for (const problem of [sandboxProblem(), localeProblem(process.platform, process.env)])
    if (problem) log(problem);
  setupInstance(userData, shell.focus);
  setupChildren(shell);
  setupCallStacks();
  setupPower(shell.resume);
  followPlatform(shell.focus);
  const updates = setupUpdates({ settings, reportsWritten: telemetry.isWritten, log });
  const build = join(app.getAppPath(), '.build', 'renderer');
  const webApp = setupWebApp(settings, { userData, build }, log);
  const wake = () => {
    telemetry.wake();
    updates?.wake();
  };
  const signIn = setupSignIn({ settings, shell, forget: webApp.forget, note: diagnostics.note, log });
  setupPageMessages({
    shell,
    consent: createPageConsent({ ...shell, choose: consent.choose }),
    online: wake,
    signIn,
  });
  const authentication = setupAuthentication(settings.origin, () => {
    wake();
    shell.online();
  });
  setupHelpLinks(
    shell,
    pageHelp(launch, {
      diagnostics: diagnostics.open,
      // A network that wants a sign-in answers plain http, whatever the server.
      portal(contents) {
        if (settings.origin) signIn.onExternal(`http://${new URL(settings.origin).hostname}/`, contents);
      },
    }),
  );
  setupDeepLinks(app, shell.focus, log);
  Menu.setApplicationMenu(null);
  watchGestures(app);
  limitContents(app, signIn.onExternal, settings.contentSecurityPolicy);
  limitNetwork(app);

  void app.whenReady().then(() => {
    limitPermissions(session.defaultSession, settings.permissions);
    if (hasFrames(settings.contentSecurityPolicy)) limitForeignFrames(session.defaultSession);
    setupDownloads(session.defaultSession, log);
    handleProtocol({
      folder: build,
      handlers: [authentication.forms, diagnostics.route, webApp.handler],
      onDocument: authentication.askAgain,
      policy: settings.contentSecurityPolicy,
      permissions: settings.permissions,
      takeFaultPage(path) {
        launch.painted();
        return shell.fault.takeDocument(path);
      },
      onError: log,
      onFault(fault, isPage, error) {
        return isPage ? shell.pageAnswered(fault, error) : fault;
      },
    });
    shell.open();
    // After the load has begun, and before the window can be seen: it costs the start no time.
    setupMenu({
      shell,
      consent,
      reporting: telemetry,
      store: telemetry,
      openDiagnostics: diagnostics.open,
      forgetSaved: webApp.forget,
      signIn,
      launch,
      ...(updates && { checkForUpdates: () => void updates.check() }),
    });
    void showSafeMode(launch);
  });
}
