/** The SDK's replay integration, loaded with main's first command to record. */
import * as Sentry from '@sentry/electron/renderer';
import type { PageReport, TelemetrySettings } from '../../electron/shared/telemetryMessages.ts';
import { sparing } from './crowd.ts';
import { nameReplay } from './pageInternals.ts';
import { type PageRecorder, recorderOf } from './recorder.ts';

/** Adds the integration. With both sample rates at 0 it records only on command: main samples, and holds what waits. */
export function loadRecorder(
  { replayFlush, replayMaximum, masks }: TelemetrySettings,
  isLive: () => boolean,
  report: (report: PageReport) => void,
): PageRecorder {
  const replay = Sentry.replayIntegration({
    ...masks,
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    flushMinDelay: replayFlush.minimum,
    flushMaxDelay: replayFlush.maximum,
    maxReplayDuration: replayMaximum,
    // Main compresses: a worker for it would take a tenth of each page's memory.
    useCompression: false,
  });
  const client = Sentry.getClient();
  client?.on('replayStart', ({ sessionId }) => {
    report({ what: 'started', replayId: sessionId });
  });
  client?.on('replayEnd', ({ sessionId, reason }) => {
    if (reason !== 'manual' && sessionId) report({ what: 'ended', replayId: sessionId, reason });
  });
  Sentry.addIntegration(replay);
  let listens = false;
  return {
    ...sparing(recorderOf(replay), (by, count) => {
      // The SDK itself reports too many changes in this way.
      Sentry.addBreadcrumb({ category: 'replay.mutations', data: { count, limit: true } });
      report({ what: 'crowded', by });
    }),
    show(live) {
      // After the SDK's own listener, which adds the id of every replay and is registered by its first start.
      if (!listens) {
        client?.on('createDsc', (context) => {
          if (!isLive()) delete context.replay_id;
        });
      }
      listens = true;
      nameReplay(live ? replay.getReplayId() : undefined, Sentry.getCurrentScope(), Sentry.getActiveSpan());
    },
  };
}
