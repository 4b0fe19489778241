/** The main process, top to bottom: each part gets what it needs from earlier parts. */
import { join } from 'node:path';
import { app, session } from 'electron';
import { parseCommandLine } from './app/commandLine.ts';
import { APP_FILES, appFolder } from './app/folder.ts';
import { isFirst, leaveToFirst } from './app/instance.ts';
import { setupKeyring } from './app/keyring.ts';
import { setupLanguage } from './app/language.ts';
import { quitOnSignals, saveCookies } from './app/lifecycle.ts';
import { log } from './app/log.ts';
import { pagesFrom, serverOfPages } from './app/origins.ts';
import { nameSecrets } from './app/redactHere.ts';
import { setupTemporaryFiles } from './app/temporaryFiles.ts';
import { setupUserData } from './app/userData.ts';
import { config } from './config.ts';
import { Extension } from './extension/extension.ts';
import { setupHelpLinks } from './ipc/helpLinks.ts';
import { setupPageMessages } from './ipc/pageMessages.ts';
import { setupServerPages } from './ipc/serverPages.ts';
import { pageHelp, restartQuestion, showLockedKeyring, showSafeMode } from './menu/troubleshooting.ts';
import { followSystem, serve, setupMonitoring, setupNetwork, setupSite, tellProblems } from './parts.ts';
import { registerScheme } from './protocol/index.ts';
import { allowsEval } from './protocol/policyEntries.ts';
import { setupCallStacks } from './recovery/callStacks.ts';
import { askAboutOwner } from './recovery/dialogs.ts';
import { setupMainErrors } from './recovery/mainErrors.ts';
import { setupStart } from './recovery/start.ts';
import { showServer } from './settings/server.ts';
import { loadSettings } from './settings/settings.ts';
import { overrideDurations } from './shared/durations.ts';
import { hasSite } from './site/site.ts';
import { setupWindowState } from './window/bounds.ts';
import { askBeforeEnd, setupDownloads } from './window/downloads.ts';
import { ExternalLinks } from './window/externalLinks.ts';
import { limitPages } from './window/limitPages.ts';
import { setupManners } from './window/manners.ts';
import { Permissions } from './window/permissions.ts';
import { Shell } from './window/shell.ts';
import { startSpelling } from './window/spelling.ts';

nameSecrets(config.telemetry.redact);
const mainErrors = setupMainErrors();
// Ignored when packaged.
if (!config.packaged && process.env.HOLDFAST_DURATIONS) overrideDurations(process.env.HOLDFAST_DURATIONS);
app.setName(config.name);
const refusedServer = pagesFrom(config.web.dev, config.packaged);
if (refusedServer) log(`${config.web.dev} ${refusedServer}.`);
// Must match the Start menu entry: Windows shows notifications under it.
if (process.platform === 'win32') app.setAppUserModelId(config.id);
quitOnSignals();
saveCookies();
const commandLine = parseCommandLine(process.argv);
if (commandLine.diagnostics)
  void import('./diagnostics/printDiagnostics.ts').then(({ printDiagnostics }) => printDiagnostics());
else void start();

/**
 * Everything before the app is ready happens before Chromium starts, which reads some of it. Awaiting a part of the
 * bundle does not change that, because it is read at once.
 */
async function start(): Promise<void> {
  if (!setupTemporaryFiles()) return;
  const folder = setupUserData();
  const { userData } = folder;
  setupLanguage();
  if (!isFirst(userData)) return void leaveToFirst(userData, askAboutOwner);
  const launch = setupStart(userData, commandLine);
  const isKeyringOpen = setupKeyring(userData);
  const { platform, env } = process;
  const places = { packaged: config.packaged, platform, userData: folder.folder, env };
  const loaded = loadSettings(places, Date.now());
  const { settings } = loaded;
  const usersServer = folder.problem ? undefined : showServer(config.web, settings, userData);
  const server = serverOfPages();
  if (settings.language) setupLanguage(settings.language);
  const links = new ExternalLinks();
  // Safe mode runs without it.
  const extension = new Extension(launch.isSafe ? undefined : join(appFolder(), APP_FILES.extension));
  const reports = await setupMonitoring(folder, loaded, extension);
  const { telemetry, diagnostics, consent } = reports;
  const shell = new Shell({
    path: commandLine.open,
    userData,
    frame: setupWindowState(userData),
    reporting: telemetry,
    note: diagnostics.note,
    ask: consent.ask,
    launch,
    onExternal: links.open,
  });
  mainErrors.showIn(shell.mainThrew);
  const evaluates = allowsEval(settings.contentSecurityPolicy);
  extension.connect({ server, evaluates, shell, report: telemetry.report, note: diagnostics.note });
  consent.onChange(() => shell.app.tellFault());
  tellProblems(folder, loaded, reports, shell, launch.whenPainted);
  const askToRestart = restartQuestion(launch);
  followSystem(userData, shell, askToRestart);
  const network = setupNetwork(userData, settings, reports, shell, links, usersServer);
  const { updates, webApp, signIn, online } = network;
  await setupServerPages({ server, window: shell.app, online });
  setupPageMessages({ shell, choose: consent.choose, online, signOut: signIn.signOut });
  const help = pageHelp(askToRestart, { diagnostics: diagnostics.open, portal: signIn.openPortal });
  setupHelpLinks(shell, help);
  registerScheme(hasSite(server));
  setupCallStacks();
  const permissions = new Permissions(usersServer?.folder ?? userData, settings.permissions);
  askBeforeEnd();
  const limitSession = limitPages(app, settings, links.open, shell, permissions, server);
  setupManners(links.openChosen);
  const site = setupSite(server, settings, reports, network, shell, usersServer?.folder ?? userData);

  void app.whenReady().then(async () => {
    if (!isKeyringOpen()) return;
    const seeded = site?.ready();
    limitSession(session.defaultSession);
    if (settings.spelling) startSpelling(session.defaultSession);
    setupDownloads(session.defaultSession);
    serve(settings, reports, shell, network, server);
    const changeServer =
      usersServer &&
      (() =>
        void import('./webapp/chooseServer.ts').then(({ chooseServer }) =>
          chooseServer({ server: usersServer, userData, path: () => shell.app.path, shown: launch.painted }),
        ));
    await seeded;
    if (changeServer && usersServer.address === undefined) changeServer();
    else shell.open(() => extension.ready());
    // After the load has begun and before the window is visible: the start does not wait for it.
    void import('./menu/menu.ts').then(({ setupMenu }) =>
      setupMenu({
        shell,
        consent,
        permissions,
        reporting: telemetry,
        openDiagnostics: diagnostics.open,
        forgetSaved: webApp.forget,
        launch,
        openLink: links.openChosen,
        changeServer,
        build: extension.buildMenu,
        checkForUpdates: updates && (() => void updates.check()),
      }),
    );
    void showSafeMode(launch);
    void showLockedKeyring(launch);
  });
}
