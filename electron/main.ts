/** The main process, top to bottom: each part gets what it needs from earlier parts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, session } from 'electron';
import { config } from './builtConfig/config.ts';
import { allowsEval } from './builtConfig/csp/policyEntries.ts';
import { APP_FILES, appFolder } from './builtConfig/folder.ts';
import { Messages } from './common/messages.ts';
import { devServerAt, Origins } from './common/origins.ts';
import { nameSecrets } from './common/redactHere.ts';
import { overrideDurations } from './shared/limitValues/durations.ts';
import { parseCommandLine } from './shell/app/commandLine.ts';
import { isFirst, leaveToFirst } from './shell/app/instance.ts';
import { setupKeyring } from './shell/app/keyring.ts';
import { setupLanguage } from './shell/app/language.ts';
import { quitOnSignals, saveCookies } from './shell/app/lifecycle.ts';
import { setupTemporaryFiles } from './shell/app/temporaryFiles.ts';
import { setupUserData } from './shell/app/userData.ts';
import { loadExtension } from './shell/extension/extension.ts';
import { setupPageMessages } from './shell/ipc/pageMessages.ts';
import { setupServerPages } from './shell/ipc/serverPages.ts';
import {
  restartQuestion,
  setupPageHelp,
  showLockedKeyring,
  showSafeMode,
} from './shell/menu/troubleshooting.ts';
import {
  followSystem,
  refuseOpen,
  serve,
  setupMonitoring,
  setupNetwork,
  setupTrust,
  tellProblems,
} from './shell/parts.ts';
import { registerScheme } from './shell/protocol/appScheme.ts';
import { askAboutOwner } from './shell/recovery/dialogs.ts';
import { setupCallStacks } from './shell/recovery/hang.ts';
import { setupMainErrors } from './shell/recovery/mainErrors.ts';
import { setupStart } from './shell/recovery/start.ts';
import { keepLook } from './shell/serverAddress/look.ts';
import { serversOf } from './shell/serverAddress/servers.ts';
import { chosenServer, endSite } from './shell/settings/server.ts';
import { loadSettings } from './shell/settings/settings.ts';
import { setupWindowState } from './shell/window/bounds.ts';
import { setupDesktop } from './shell/window/desktop.ts';
import { askBeforeEnd, setupDownloads } from './shell/window/downloads.ts';
import { ExternalLinks } from './shell/window/externalLinks.ts';
import { limitPages } from './shell/window/limitPages.ts';
import { setupManners } from './shell/window/manners.ts';
import { setupPermissions } from './shell/window/permissions.ts';
import { Shell } from './shell/window/shell.ts';
import { startSpelling } from './shell/window/spelling.ts';

nameSecrets(config.telemetry.redact);
const mainErrors = setupMainErrors();
// Ignored when packaged.
if (!config.packaged && process.env.HOLDFAST_DURATIONS) overrideDurations(process.env.HOLDFAST_DURATIONS);
app.setName(config.name);
// Web apps with a desktop version of their own go its way, and some sign-ins refuse, where a browser names Electron.
app.userAgentFallback = app.userAgentFallback.replace(/ Electron\/\S+/, '');
// A packaged app never shows one.
const dev = config.web.dev === undefined || config.packaged ? undefined : devServerAt(config.web.dev);
// Must match the Start menu entry: Windows shows notifications under it.
if (process.platform === 'win32') app.setAppUserModelId(config.id);
quitOnSignals();
saveCookies();
const commandLine = parseCommandLine(process.argv);
if (commandLine.diagnostics)
  void import('./shell/diagnostics/printDiagnostics.ts').then(({ printDiagnostics }) => printDiagnostics());
else void start();

/** Until the app is ready Chromium has not started, which reads some of this; to await a part of the bundle takes no turn. */
async function start(): Promise<void> {
  if (!setupTemporaryFiles()) return;
  const folder = setupUserData();
  const { userData } = folder;
  setupLanguage();
  if (!isFirst(userData)) return void leaveToFirst(userData, askAboutOwner);
  const launch = setupStart(userData, commandLine);
  const isKeyringOpen = setupKeyring(userData);
  const loaded = loadSettings(folder.folder);
  const { settings } = loaded;
  const isShut = folder.problem !== undefined || loaded.shut !== undefined;
  const hasBuild = existsSync(join(appFolder(), APP_FILES.webBuild));
  const chosen = dev || isShut ? { server: dev } : chosenServer(config.web, settings, userData, hasBuild);
  const { server, usersServer } = chosen;
  await setupTrust(loaded, usersServer);
  const origins = new Origins(server);
  const messages = new Messages(origins);
  if (settings.language) setupLanguage(settings.language);
  const links = new ExternalLinks();
  const extension = loadExtension(launch.isSafe ? undefined : join(appFolder(), APP_FILES.extension));
  const reports = await setupMonitoring(messages, folder, loaded, extension);
  const { telemetry, diagnostics, consent } = reports;
  const shell = new Shell(userData, {
    origins,
    path: commandLine.open,
    frame: setupWindowState(userData),
    reporting: telemetry,
    note: diagnostics.note,
    ask: consent.ask,
    launch,
    onExternal: links.open,
  });
  mainErrors.showIn(shell.mainThrew);
  const evaluates = allowsEval(settings.contentSecurityPolicy);
  extension.connect({ messages, server, evaluates, shell, report: telemetry.report, note: diagnostics.note });
  consent.onChange(() => shell.app.tellFault());
  tellProblems(folder, loaded, reports, shell, launch.whenPainted);
  const askToRestart = restartQuestion(launch);
  followSystem(userData, shell, askToRestart);
  const network = await setupNetwork(userData, settings, reports, shell, links, chosen, hasBuild);
  const { updates, site, isOwn, forget, signIn, online } = network;
  await setupServerPages(messages, server, isOwn, shell.app, online);
  setupPageMessages({ messages, shell, choose: consent.choose, online, signOut: signIn.signOut });
  setupPageHelp(shell, askToRestart, { diagnostics: diagnostics.open, portal: signIn.openPortal });
  registerScheme(server?.hasBuild);
  setupCallStacks();
  const permissions = setupPermissions(usersServer?.folder ?? userData, settings.permissions);
  const desktop = setupDesktop(userData, () => shell.app.window);
  askBeforeEnd();
  const limitSession = limitPages(settings, links, shell, permissions, site);
  setupManners(origins, links.openChosen);
  if (usersServer) keepLook(usersServer.folder, origins);

  void app.whenReady().then(async () => {
    if (!isKeyringOpen()) return;
    const seeded = site ? site.ready() : server && endSite(usersServer?.folder ?? userData);
    limitSession(session.defaultSession);
    if (settings.spelling) startSpelling(session.defaultSession);
    setupDownloads(session.defaultSession, origins, () => desktop.is('downloads'));
    serve(settings, reports, shell, network);
    const choice = usersServer && {
      ...{ server: usersServer, userData, path: () => shell.app.path, shown: launch.painted },
      mayTrust: settings.trustCertificates !== false,
    };
    const servers = choice && {
      ...serversOf(choice),
      change: () =>
        void import('./shell/serverAddress/chooseServer.ts').then(({ chooseServer }) => chooseServer(choice)),
    };
    await seeded;
    if (server?.isOpen) await refuseOpen(server, loaded, shell);
    if (servers && servers.shown === undefined) servers.change();
    else shell.open(() => extension.ready());
    // After the load has begun and before the window is visible: the start does not wait for it.
    void import('./shell/menu/menu.ts').then(({ setupMenu }) =>
      setupMenu({
        shell,
        consent,
        permissions,
        desktop,
        // On Linux it names dictionaries, and is refused without.
        hasNoDictionary: loaded.refused.includes('spelling') && process.platform === 'linux',
        reporting: telemetry,
        openDiagnostics: diagnostics.open,
        forgetSaved: forget,
        launch,
        servers,
        build: extension.buildMenu,
        checkForUpdates: updates && (() => void updates.check()),
      }),
    );
    void launch.whenPainted.then(() => desktop.apply());
    void showSafeMode(launch);
    void showLockedKeyring(launch);
  });
}
