/** Telemetry in main: the SDK, its limits, the outbox, and the user's consent. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Config } from '../../builtConfig/config.ts';
import { APP_FILES, appFolder } from '../../builtConfig/folder.ts';
import { textResponse } from '../../common/message.ts';
import { type Messages, NOTHING, refused } from '../../common/messages.ts';
import type { ReportExtra } from '../../common/reportedFaults.ts';
import { APP_ORIGIN, TUNNEL_PATH } from '../../shared/channels.ts';
import type { Fault } from '../../shared/fault.ts';
import { createCounters, type LimitCounters, REPLAY_LIMITS } from '../../shared/limitValues/limits.ts';
import type { SentryOptions } from '../../shared/reportTypes.ts';
import { literal } from '../../shared/secretPatterns/redact.ts';
import { TELEMETRY_CHANNELS, type TelemetrySettings } from '../../shared/telemetryMessages.ts';
import { allowReports } from '../../telemetry/index.ts';
import type { Outbox } from '../../telemetry/outbox/outbox.ts';
import { limitRequests } from '../../telemetry/sentry/traceHeaders.ts';
import { wantsDocument } from '../protocol/errorPage.ts';
import type { Handler } from '../protocol/handler.ts';
import type { ReportsSetting, Settings } from '../settings/settings.ts';
import { request } from '../signIn/authentication.ts';

interface TelemetryOptions {
  config: Pick<Config, 'telemetry' | 'program' | 'packaged'>;
  settings: Settings;
  userData: string;
  /** Whether an unusable DSN has been logged. */
  isDsnReported: boolean;
  /** The window (`webContents.id`) with the app's page, if it is open. */
  pageId: () => number | undefined;
  /** Changes the SDK's options before it starts: the app's own code has the last word. */
  options: (options: SentryOptions) => SentryOptions;
  log: (line: string) => void;
}

export type Telemetry = Awaited<ReturnType<typeof setupTelemetry>>;

/** Starts telemetry, and loads the SDK, if there is a DSN and reports are not off. Call it before Electron is ready. */
export async function setupTelemetry(messages: Messages, parts: TelemetryOptions) {
  const { settings, userData, isDsnReported, log } = parts;
  const hasAddress = settings.sentryDsn !== undefined;
  const isWanted = hasAddress && settings.reports !== 'off';
  const counters = createCounters();
  const setTrace = limitRequests(counters, targetsOf(parts));
  const open = async () => {
    const { openOutbox } = await import('../../telemetry/outbox/open.ts');
    const saved = await import('../../telemetry/saved.ts');
    const limited = (until: number) => started?.reports.replaysLimited(until);
    const outbox = openOutbox(userData, isWanted ? settings.reports : 'off', request, limited);
    if (!isWanted) outbox.close();
    return { ...saved, outbox };
  };
  let opening = isWanted ? open() : undefined;
  /** Without reports nothing is read until somebody asks what is stored. */
  const stored = () => (opening ??= open());
  const outbox = (await opening)?.outbox;
  const started = outbox && (await start(messages, parts, counters, outbox));
  const sdk = started?.reports;
  const dumps = app.getPath('crashDumps');
  const eraseAll = async () => {
    const { outbox, eraseReports } = await stored();
    eraseReports(outbox, userData, dumps, sdk?.forget);
  };
  const erase = () =>
    eraseAll().catch((error) => log(`Saved reports cannot be erased: ${(error as Error).message}`));
  const allow = (reports: ReportsSetting) => {
    allowReports(reports === 'off' ? undefined : sdk?.functions);
    setTrace(reports === 'on' ? sdk?.traceHeaders : undefined);
  };

  if (sdk) allow(settings.reports);
  else {
    // In that case a page's trace headers are not ours.
    setTrace(() => ({}));
    // A crash in the previous run left its dump although reports were off: a later yes would send it.
    if (settings.reports === 'off') await erase();
  }
  const tunnel: Handler = (request, path) => {
    if (path !== TUNNEL_PATH || request.method !== 'POST' || wantsDocument(request, false)) return undefined;
    return (
      started?.tunnel(request) ??
      textResponse(403, 'application/json', '{"detail":"Reports are off, or have no DSN."}')
    );
  };
  messages.answer(TELEMETRY_CHANNELS.settings, NOTHING, () => (sdk?.isOn ? started?.settings : null));

  return {
    on: sdk !== undefined,
    /** Says why not, unless another line does. */
    offLine:
      isWanted || (isDsnReported && !hasAddress)
        ? undefined
        : `Telemetry is off: ${hasAddress ? '"reports" is "off"' : '"sentryDsn" is not set'}.`,
    hasAddress,
    report: (fault: Fault, extra?: ReportExtra) => sdk?.report(fault, extra),
    tunnel,
    placeOf: async (eventId: string) => (sdk && outbox ? await outbox.placeOf(eventId) : 'lost'),
    dropRepeats(isRepeat: (fault: Fault) => boolean) {
      if (sdk) sdk.isRepeat = isRepeat;
    },
    wake: () => outbox?.wake(),
    setReports(reports: ReportsSetting) {
      if (!sdk) return;
      outbox?.setMode(reports);
      allow(reports);
      sdk.setReports(reports);
      if (reports === 'off') void erase();
    },
    async saved() {
      const { outbox, savedReports } = await stored();
      return savedReports(outbox, dumps);
    },
    erase: eraseAll,
    onError: (listener: () => void) => outbox?.onError(listener),
    isWritten: () => outbox?.isWritten() ?? true,
    /** For the diagnostics: the outbox, and each limit's counters since the start. */
    state: async () => ({ outbox: (await stored()).outbox.state(), counts: counters.read() }),
  };
}

/** Starts the SDK; `undefined` if that fails, which must not stop the app. */
async function start(
  { accepted }: Messages,
  parts: TelemetryOptions,
  counters: LimitCounters,
  outbox: Outbox,
) {
  const { config, log, pageId, userData } = parts;
  const { masks, redact, replays: sample } = config.telemetry;
  try {
    const { sentry, settings } = readOptions(parts);
    const { createReports, createTunnel, init } = await import('../../telemetry/reports.ts');
    const reports = createReports({
      ...{ sentry, userData, log, counters, outbox, sample },
      reports: parts.settings.reports,
      guard: { accepted, refused },
      rateLimits: config.telemetry,
      redaction: { redact, showsInputs: (masks.unmask ?? []).length > 0 },
      hasShell: true,
    });
    init(reports.sdkOptions);
    const tunnel = createTunnel(sentry.dsn, (envelope) => reports.receiveForeign(pageId(), envelope));
    return { reports, settings, tunnel };
  } catch (error) {
    parts.log(`Telemetry failed: ${(error as Error).message}`);
    outbox.setMode('off');
    outbox.close();
    return undefined;
  }
}

function targetsOf({ config, settings: { origin } }: TelemetryOptions): (string | RegExp)[] {
  // Not as a string: that would match anywhere in an address, for instance in another server's query.
  const ofOrigin = origin === undefined ? [] : [new RegExp(`^${literal(origin)}(?:[/?#]|$)`)];
  return config.telemetry.tracePropagationTargets ?? ofOrigin;
}

function given(telemetry: Config['telemetry'], ...keys: (keyof Config['telemetry'])[]): SentryOptions {
  const said = Object.entries(telemetry).filter(([key]) => keys.includes(key as never));
  return Object.fromEntries(said);
}

/** Returns the options of main's SDK, and the settings for both. */
function readOptions({ config, settings: { sentryDsn: dsn = '' }, options }: TelemetryOptions) {
  const { telemetry } = config;
  const { replays, masks, release, environment } = telemetry;
  const sentry = options(
    given(telemetry, 'dist', 'tracesSampleRate', 'ignoreErrors', 'enableLogs', 'initialScope'),
  );
  const identity = {
    release: release ?? `${config.program}@${app.getVersion()}`,
    environment: environment ?? (config.packaged ? 'production' : 'development'),
  };
  const settings: TelemetrySettings = {
    ...identity,
    publicKey: new URL(dsn).username,
    tracesSampleRate: sentry.tracesSampleRate,
    options: given(telemetry, 'allowUrls', 'denyUrls', 'enableLogs'),
    ...(existsSync(join(appFolder(), APP_FILES.pageModule)) && {
      module: `${APP_ORIGIN}/_holdfast/sentry.js`,
    }),
    replay: replays.session > 0 || replays.onError > 0,
    replayFlush: { minimum: REPLAY_LIMITS.flushMinimum, maximum: REPLAY_LIMITS.flushMaximum },
    replayMaximum: REPLAY_LIMITS.maximum,
    masks,
  };
  return { sentry: { ...sentry, ...identity, dsn }, settings };
}
