/** What is loaded only when reports are made: the SDK, and what happens to a report before it is stored. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronMainOptions } from '@sentry/electron/main';
import { app } from 'electron';
import { APP_FILES, appFolder } from '../app/folder.ts';
import { type Config, config } from '../config.ts';
import type { Settings } from '../settings/settings.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import type { LimitCounters } from '../shared/limits.ts';
import { createRedaction } from './redaction.ts';
import { REPLAY_LIMITS } from './replay/replay.policy.ts';
import { startTelemetry, type TelemetryOptions } from './sentry/init.ts';
import { telemetryFolder } from './sentry/lastRun.ts';
import type { Stores } from './stores.ts';

export interface TelemetryParts extends Pick<TelemetryOptions, 'pageId' | 'isTrustedSender' | 'log'> {
  settings: Settings;
  /** `app.getPath('userData')` */
  userData: string;
  /** Whether a bad DSN has been logged already. */
  isDsnReported: boolean;
  /** Changes the SDK's options before it starts: the app's own code has the last word. */
  options: (options: Partial<ElectronMainOptions>) => Partial<ElectronMainOptions>;
}

const PAGE_MODULE = `${APP_ORIGIN}/_holdfast/sentry.js`;

/** What the configuration says of these options of the SDK. */
function given(...keys: (keyof Config['telemetry'])[]): Partial<ElectronMainOptions> {
  const said = Object.entries(config.telemetry).filter(([key]) => keys.includes(key as never));
  return Object.fromEntries(said);
}

/** Starts the SDK. Throws if that fails. */
export function startReports(parts: TelemetryParts, counters: LimitCounters, stores: Stores) {
  const { outbox, rateLimit, pseudonyms } = stores;
  const { replays, masks, redact, release, environment } = config.telemetry;
  const { redactEnvelope, redactRecording } = createRedaction({
    ...pseudonyms,
    redact: redact ?? {},
    showsInputs: (masks.unmask ?? []).length > 0,
  });
  const { reports, sentryDsn: dsn = '' } = parts.settings;
  const sentry = parts.options(
    given('dist', 'tracesSampleRate', 'ignoreErrors', 'enableLogs', 'initialScope'),
  );
  return startTelemetry({
    ...parts,
    dsn,
    reports,
    settings: {
      release: release ?? `${config.program}@${app.getVersion()}`,
      environment: environment ?? (app.isPackaged ? 'production' : 'development'),
      publicKey: new URL(dsn).username,
      tracesSampleRate: sentry.tracesSampleRate,
      options: given('allowUrls', 'denyUrls', 'enableLogs'),
      ...(existsSync(join(appFolder(), APP_FILES.pageModule)) && { module: PAGE_MODULE }),
      replay: replays.session > 0 || replays.onError > 0,
      replayFlush: { minimum: REPLAY_LIMITS.flushMinimum, maximum: REPLAY_LIMITS.flushMaximum },
      replayMaximum: REPLAY_LIMITS.maximum,
      masks,
    },
    replays,
    folder: telemetryFolder(parts.userData),
    counters,
    steps: { limit: rateLimit.passes, redact: redactEnvelope, store: outbox.transport },
    redactRecording,
    ifStored: outbox.ifStored,
    sentry,
  });
}
