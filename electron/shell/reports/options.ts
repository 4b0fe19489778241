/** The SDK options of both processes: the configuration, changed by the app's own code. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Config } from '../../configuration/config.ts';
import { APP_FILES, appFolder } from '../../configuration/folder.ts';
import { APP_ORIGIN } from '../../shared/channels.ts';
import { REPLAY_LIMITS } from '../../shared/limits.ts';
import type { SentryOptions } from '../../shared/reportTypes.ts';
import type { TelemetrySettings } from '../../shared/telemetryMessages.ts';
import type { Settings } from '../settings/settings.ts';

export interface TelemetryOptions {
  config: Pick<Config, 'telemetry' | 'program' | 'packaged'>;
  settings: Settings;
  userData: string;
  /** Whether an unusable DSN has already been logged. */
  isDsnReported: boolean;
  /** The window (`webContents.id`) with the app's page, if it is open. */
  pageId: () => number | undefined;
  /** Changes the SDK's options before it starts: the app's own code has the last word. */
  options: (options: SentryOptions) => SentryOptions;
  log: (line: string) => void;
}

const PAGE_MODULE = `${APP_ORIGIN}/_holdfast/sentry.js`;

function given(telemetry: Config['telemetry'], ...keys: (keyof Config['telemetry'])[]): SentryOptions {
  const said = Object.entries(telemetry).filter(([key]) => keys.includes(key as never));
  return Object.fromEntries(said);
}

/** Returns the options of main's SDK, and the settings for both. */
export function readOptions({ config, settings: { sentryDsn: dsn = '' }, options }: TelemetryOptions) {
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
    ...(existsSync(join(appFolder(), APP_FILES.pageModule)) && { module: PAGE_MODULE }),
    replay: replays.session > 0 || replays.onError > 0,
    replayFlush: { minimum: REPLAY_LIMITS.flushMinimum, maximum: REPLAY_LIMITS.flushMaximum },
    replayMaximum: REPLAY_LIMITS.maximum,
    masks,
  };
  return { sentry: { ...sentry, ...identity, dsn }, settings };
}
