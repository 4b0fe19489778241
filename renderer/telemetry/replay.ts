/** The SDK's replay integration, loaded with main's first command to record. */
import * as Sentry from '@sentry/electron/renderer';
import type { PageReport, TelemetrySettings } from '../../electron/shared/telemetryMessages.ts';
import { sparing } from './crowd.ts';
import { type PageRecorder, recorderOf } from './recorder.ts';

/** Adds the integration. With both sample rates at 0 it records only on command: main samples, and holds what waits. */
export function loadRecorder(
  { replayFlush, replayMaximum, masks }: TelemetrySettings,
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
  client?.on('replayStart', ({ sessionId }) => report({ what: 'started', replayId: sessionId }));
  client?.on('replayEnd', ({ sessionId, reason }) => {
    if (reason !== 'manual' && sessionId) report({ what: 'ended', replayId: sessionId, reason });
  });
  Sentry.addIntegration(replay);
  return sparing(recorderOf(replay), (by, count) => {
    // The SDK itself reports too many changes in this way.
    Sentry.addBreadcrumb({ category: 'replay.mutations', data: { count, limit: true } });
    report({ what: 'crowded', by });
  });
}
