/** The SDK's replay recorder, shaped for the commands that main sends. */

/** Records the page in segments that leave it as soon as they are made. */
export interface Recorder {
  /** The replay that is recorded or paused; `undefined` when none is. */
  id(): string | undefined;
  /** Continues the replay of this tab, or starts a new one. */
  start(): void;
  /** Ends the replay; `flush` sends its last part. */
  stop(flush: boolean): Promise<void>;
  /** Sends what is recorded. */
  flush(): Promise<void>;
  isPaused(): boolean;
  pause(): void;
  /** Records again, starting with a full snapshot. */
  resume(): void;
  /** The user did something. */
  touch(): void;
}

/** A recorder that also controls whether servers learn the replay's id. */
export interface PageRecorder extends Recorder {
  /** Puts the replay's id into outgoing trace contexts, but only while it is live: a held one may never be sent. */
  show(live: boolean): void;
}

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

/**
 * Wraps the SDK's integration. Without the private functions the limits still hold: a pause then ends the replay, and
 * the next recording is a new one.
 */
export function recorderOf(replay: ReplayIntegration): Recorder {
  const inner = containerOf(replay);
  // On blur and when hidden the SDK flushes right away, however short ago the last segment was: let these wait too.
  if (inner) inner.conditionalFlush = () => inner.flush();
  let ended = false;
  const start = () => {
    ended = false;
    replay.start();
  };
  return {
    id: () => replay.getReplayId(),
    start,
    async stop(flush) {
      ended = false;
      await replay.stop({ flush });
    },
    async flush() {
      // flush() would start a recorder that is not running.
      if (replay.getReplayId() !== undefined) await replay.flush();
    },
    // The SDK keeps its pause flag when a paused replay is stopped.
    isPaused: () => (inner ? replay.getReplayId() !== undefined && inner.isPaused() : ended),
    pause() {
      if (inner) return inner.pause();
      ended = true;
      void replay.stop({ flush: true });
    },
    resume() {
      if (inner) inner.resume();
      else if (ended) start();
    },
    touch: () => inner?.triggerUserActivity(),
  };
}

const INNER = ['isPaused', 'pause', 'resume', 'triggerUserActivity', 'flush', 'conditionalFlush'] as const;

function containerOf(replay: ReplayIntegration): Container | undefined {
  const container = (replay as { _replay?: Partial<Container> })._replay;
  return INNER.every((name) => typeof container?.[name] === 'function')
    ? (container as Container)
    : undefined;
}
