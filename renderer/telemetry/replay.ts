/** The SDK's replay integration, loaded when main first says to record. */
import { getDynamicSamplingContextFromSpan } from '@sentry/core';
import {
  addIntegration,
  getActiveSpan,
  getClient,
  getCurrentScope,
  replayIntegration,
} from '@sentry/electron/renderer';
// The SDK's compression worker as a file of our own: the page's CSP needs no `blob:` for it.
import workerUrl from '@sentry/replay/worker-bundler?worker&url';
import type { PageReport, TelemetrySettings } from '../../electron/shared/telemetry.ts';
import { type PageRecorder, recorderOf } from './recorder.ts';

/**
 * Adds the integration to the running SDK. With both of the SDK's sample rates at 0 it records only when told:
 * main draws, and holds what waits for an error.
 */
export function loadRecorder(
  { replayFlush, replayMaximum }: TelemetrySettings,
  isLive: () => boolean,
  report: (report: PageReport) => void,
): PageRecorder {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    flushMinDelay: replayFlush.minimum,
    flushMaxDelay: replayFlush.maximum,
    maxReplayDuration: replayMaximum,
    workerUrl,
  });
  const client = getClient();
  client?.on('replayStart', ({ sessionId }) => {
    report({ what: 'started', replayId: sessionId });
  });
  client?.on('replayEnd', ({ sessionId, reason }) => {
    if (reason !== 'manual' && sessionId) report({ what: 'ended', replayId: sessionId, reason });
  });
  addIntegration(replay);
  let listens = false;
  return {
    ...recorderOf(replay),
    show(live) {
      // The SDK's own listener, which names every replay, is there from its first start on: this comes after it.
      if (!listens) {
        client?.on('createDsc', (context) => {
          if (!isLive()) delete context.replay_id;
        });
      }
      listens = true;
      nameReplay(live ? replay.getReplayId() : undefined);
    },
  };
}

/** Names the replay, or none, in the contexts that are there already. */
function nameReplay(replayId: string | undefined): void {
  const span = getActiveSpan();
  const contexts = [
    getCurrentScope().getPropagationContext().dsc,
    span && getDynamicSamplingContextFromSpan(span),
  ];
  for (const context of contexts as ({ replay_id?: string } | undefined)[]) {
    if (!context) continue;
    if (replayId === undefined) delete context.replay_id;
    else context.replay_id = replayId;
  }
}
