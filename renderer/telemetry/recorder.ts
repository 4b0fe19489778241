/** The SDK's replay recorder, shaped for the commands that main sends. */

export type PageRecorder = ReturnType<typeof recorderOf> & {
  /** Puts the replay's id into outgoing trace contexts, but only while it is live: a held one may never be sent. */
  show(live: boolean): void;
};

/** The SDK's replay integration, by its public functions. */
export interface ReplayIntegration {
  getReplayId(): string | undefined;
  start(): void;
  stop(options: { flush: boolean }): Promise<void>;
  flush(): Promise<void>;
}

/** Its private functions, for which there is no public API: a pause that keeps the replay, activity, flushing in time. */
interface Container {
  isPaused(): boolean;
  pause(): void;
  resume(): void;
  triggerUserActivity(): void;
  /** Flushes after the minimum delay. */
  flush(): Promise<void>;
  /** Flushes now. */
  conditionalFlush(): Promise<void>;
}

const PRIVATE = ['isPaused', 'pause', 'resume', 'triggerUserActivity', 'flush', 'conditionalFlush'] as const;

/**
 * Wraps the SDK's integration, which must have been added to a client.
 * @throws Error if it lacks a private function: the SDK is pinned, so somebody is changing its version
 */
export function recorderOf(replay: ReplayIntegration) {
  const { _replay: container } = replay as { _replay?: Partial<Container> };
  const missing = PRIVATE.filter((name) => typeof container?.[name] !== 'function');
  if (missing.length > 0)
    throw new Error(`This version of @sentry/replay has no ${missing.join(', ')}: adapt recorder.ts to it.`);
  const inner = container as Container;
  // On blur and when hidden the SDK flushes right away, however short ago the last segment was: let these wait too.
  inner.conditionalFlush = () => inner.flush();
  return {
    /** The replay that is recorded or paused; `undefined` when none is. */
    id: () => replay.getReplayId(),
    /** Continues the replay of this tab, or starts a new one. */
    start: () => replay.start(),
    /** Ends the replay; `flush` sends its last part. */
    stop: (flush: boolean) => replay.stop({ flush }),
    async flush() {
      // flush() would start a recorder that is not running.
      if (replay.getReplayId() !== undefined) await replay.flush();
    },
    // The SDK keeps its pause flag when a paused replay is stopped.
    isPaused: () => replay.getReplayId() !== undefined && inner.isPaused(),
    pause: () => inner.pause(),
    /** Records again, starting with a full snapshot. */
    resume: () => inner.resume(),
    touch: () => inner.triggerUserActivity(),
  };
}
