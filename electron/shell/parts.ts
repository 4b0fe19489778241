/** The parts that main.ts combines, each from several rooms. */
import { join } from 'node:path';
import { styleHashes } from 'virtual:documents';
import { app, type WebContents } from 'electron';
import { config } from '../builtConfig/config.ts';
import { policyEntries } from '../builtConfig/csp/policyEntries.ts';
import { appFolder } from '../builtConfig/folder.ts';
import { log } from '../common/log.ts';
import type { Messages } from '../common/messages.ts';
import type { Server } from '../common/origins.ts';
import { trustedId } from '../common/trusted.ts';
import { allowPageData } from '../shared/limitValues/durations.ts';
import * as TEXTS from '../shared/texts.ts';
import { asksForPage, type CommandLine, parseCommandLine } from './app/commandLine.ts';
import { isDiskFull } from './app/freeSpace.ts';
import { setupInstance } from './app/instance.ts';
import { followPlatform, setupDeepLinks, setupPower } from './app/lifecycle.ts';
import { localeProblem } from './app/locale.ts';
import { sandboxProblem } from './app/sandbox.ts';
import type { UserData } from './app/userData.ts';
import { setupDiagnostics } from './diagnostics/diagnostics.ts';
import type { Extension } from './extension/extension.ts';
import { createConsent } from './privacy/consent.ts';
import { handleProtocol } from './protocol/appScheme.ts';
import { refusals } from './protocol/policyReports.ts';
import { readWebBuild } from './protocol/site.ts';
import { logFault, mainFailed } from './recovery/faults.ts';
import type { Site } from './serviceWorker/site.ts';
import type { chosenServer, UsersServer } from './settings/server.ts';
import { type LoadedSettings, saveUserSettings } from './settings/settings.ts';
import { setupTelemetry } from './setupTelemetry/setupTelemetry.ts';
import { namedError, setupAuthentication } from './signIn/authentication.ts';
import { setupSignIn } from './signIn/signIn.ts';
import { setupUpdates } from './updates/updates.ts';
import { windowOf } from './window/createWindow.ts';
import type { ExternalLinks } from './window/externalLinks.ts';
import { formPages } from './window/form.ts';
import type { Shell } from './window/shell.ts';

/** A build id that no server has. */
const UNKNOWN_BUILD = 'unknown';

export type Monitoring = Awaited<ReturnType<typeof setupMonitoring>>;

export async function setupMonitoring(
  messages: Messages,
  { folder, userData }: UserData,
  loaded: LoadedSettings,
  extension: Pick<Extension, 'sentry'>,
) {
  const { settings } = loaded;
  const telemetry = await setupTelemetry(messages, {
    config,
    settings,
    userData,
    // A refused DSN is among the faults.
    isDsnReported: loaded.refused.includes('sentryDsn'),
    pageId: trustedId,
    options: extension.sentry,
    log,
  });
  const diagnostics = setupDiagnostics(loaded, userData, telemetry);
  const consent = createConsent({
    settings,
    reporting: telemetry.on,
    isFinal: loaded.isReportsFinal,
    apply: telemetry.setReports,
    keep: (reports) => saveUserSettings(folder, { reports }),
  });
  return { telemetry, diagnostics, consent };
}

/** Makes the app's own authorities count, and the certificate that the user trusts. Must run before the app is ready. */
export async function setupTrust(
  { settings, sources, faults }: LoadedSettings,
  usersServer: UsersServer | undefined,
) {
  if (!usersServer && !settings.certificateAuthorities) return;
  const { readAuthorities, setupAuthorities } = await import('./certificates/authorities.ts');
  let authorities: ReturnType<typeof readAuthorities> = [];
  try {
    authorities = readAuthorities(settings.certificateAuthorities);
  } catch (error) {
    const detail = `${sources.certificateAuthorities}: "certificateAuthorities" is ignored: ${(error as Error).message}`;
    faults.push({ ...mainFailed('uncaughtException', detail), subject: 'setting', detail });
  }
  const mayTrust = settings.trustCertificates !== false;
  if (authorities.length > 0 || usersServer)
    setupAuthorities(authorities, mayTrust ? usersServer?.certificate : undefined);
}

/** Shows, reports or logs problems with the folder, the settings and, once the window has painted, the system. */
export function tellProblems(
  { problem }: UserData,
  { faults, shut }: LoadedSettings,
  { telemetry, diagnostics }: Monitoring,
  shell: Shell,
  painted: Promise<void>,
): void {
  if (problem) shell.app.failed(mainFailed('uncaughtException', problem));
  if (shut) shell.app.failed(shut);
  for (const fault of faults) {
    logFault(fault);
    if (fault === shut) continue;
    telemetry.report(fault);
    diagnostics.note(fault);
  }
  const { offLine } = telemetry;
  const lines = [offLine, TEXTS.inEnglish(sandboxProblem), localeProblem(process.platform, process.env)];
  // The first line opens the log, which takes two milliseconds: not before the first paint.
  void painted.then(() => {
    for (const line of lines) if (line) log(line);
  });
}

/** Shows no server without encryption outside of private networks, where a laptop may be now. */
export async function refuseOpen({ origin }: Server, { sources }: LoadedSettings, shell: Shell) {
  const { isAllowed } = await import('./serverAddress/lookUp.ts');
  // One whose name is unknown fails to load.
  if (await isAllowed(new URL(origin)).catch(() => true)) return;
  const source = sources.address === 'default' ? '' : `${sources.address}: "address": `;
  const detail = `${source}${TEXTS.server.unencrypted}`;
  shell.app.failed({ ...mainFailed('uncaughtException', detail), subject: 'setting', detail });
}

/** Handles outside events: second starts, links, the dock, sleep, and Chromium processes that end. */
export function followSystem(
  userData: string,
  shell: Shell,
  askToRestart: (asked: CommandLine) => Promise<void>,
): void {
  setupInstance(userData, (argv) => {
    const asked = parseCommandLine(argv);
    shell.app.focus(argv.slice(1).some(asksForPage) ? asked.open : undefined);
    void askToRestart(asked);
  });
  setupDeepLinks(shell.app.focus);
  followPlatform(shell.app.focus);
  setupPower(shell.resume);
}

export type Network = Awaited<ReturnType<typeof setupNetwork>>;

export async function setupNetwork(
  userData: string,
  settings: LoadedSettings['settings'],
  reports: Monitoring,
  shell: Shell,
  links: ExternalLinks,
  { usersServer, admit }: ReturnType<typeof chosenServer>,
  hasBuild: boolean,
) {
  const { telemetry } = reports;
  const build = join(appFolder(), 'renderer');
  const updates = setupUpdates(settings, telemetry.isWritten);
  const { buildId = UNKNOWN_BUILD } = settings;
  const about = { folder: build, name: app.name, app: `${app.name} ${app.getVersion()}`, styleHashes };
  const isOwn = !hasBuild && shell.origins.server?.hasBuild === true;
  const ofPages = isOwn ? (await loadSite()).ownPages(about, buildId) : undefined;
  const web = hasBuild ? readWebBuild(appFolder()) : ofPages;
  // Each response fails with the read error.
  web?.catch(() => undefined);
  const site = await setupSite(settings, reports, web, isOwn, shell, usersServer?.folder ?? userData);
  const forget = async () => await site?.forget();
  const signIn = setupSignIn({ settings, shell, links, admit, forget });
  /** The network is back, or now lets requests through. */
  const online = () => {
    telemetry.wake();
    updates?.wake();
    shell.online();
  };
  const isRepeating = (contents: WebContents) => shell.at(windowOf(contents)).isRepeating(contents);
  setupAuthentication(settings.origin, online, isRepeating);
  return { build, web, updates, site, isOwn, forget, signIn, online };
}

const loadSite = () => import('./serviceWorker/site.ts');

/** Puts the app's build at its server's address, if it has both; before the app is ready. @param folder of what pages store */
async function setupSite(
  settings: LoadedSettings['settings'],
  { telemetry, diagnostics }: Monitoring,
  web: ReturnType<typeof readWebBuild> | undefined,
  isOwn: boolean,
  shell: Shell,
  folder: string,
): Promise<Site | undefined> {
  const { server } = shell.origins;
  if (!server?.hasBuild || !web) return undefined;
  // By convention these are the server's, whatever the app's router answers.
  const { serverPaths = ['/api/*', '/.well-known/*'] } = config.web;
  const { buildId = UNKNOWN_BUILD, savePrivate = false, dataTimeout = 30 } = settings;
  allowPageData(dataTimeout * 1000);
  return (await loadSite()).createSite({
    ...{ server, serverPaths, isOwn, userData: folder, settings, web },
    data: { buildId, savePrivate, waitMs: dataTimeout * 1000 },
    namedError,
    saved(at) {
      const { window, reload } = shell.app;
      if (window) void import('./window/told.ts').then(({ tellSaved }) => tellSaved(window, at, reload));
    },
    failed(error, isFirst) {
      const fault = mainFailed('unhandledRejection', error);
      // In place of the build the window would show the server's page, or that it cannot be reached.
      if (isFirst && isDiskFull(folder)) return shell.app.failed({ ...fault, code: 'ENOSPC' });
      logFault(fault);
      diagnostics.note({ ...fault, reportId: telemetry.report(fault, { error }) });
    },
  });
}

/** Answers the pages' requests. The app must be ready. */
export function serve(
  settings: LoadedSettings['settings'],
  { diagnostics, telemetry }: Monitoring,
  shell: Shell,
  { build, web, site }: Network,
): void {
  const { origins } = shell;
  const { policy, contentSecurityPolicy, permissions, isolated } = settings;
  handleProtocol({
    folder: build,
    origins,
    handlers: [
      // A server's own policy is not the app's to allow.
      ...(origins.server && !origins.server.isSealed && policy === undefined ? [] : [refusals]),
      formPages,
      diagnostics.route,
      telemetry.tunnel,
      ...(site ? [site.handler] : []),
    ],
    web,
    policy: policyEntries(policy, contentSecurityPolicy),
    permissions,
    isolated,
    takeFaultPage: (path) => shell.takeDocument(path),
    onError: log,
    onFault: (fault, isPage, error) => (isPage ? shell.app.pageAnswered(fault, error) : fault),
  });
}
