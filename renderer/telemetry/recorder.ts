/** The SDK's replay recorder as the commands of main need it. */

/** What a page can record with. Every recording is in segments that leave the page as they are made. */
export interface Recorder {
  /** The replay that is recorded or paused; `undefined` when none is. */
  id(): string | undefined;
  /** Records on with the replay of this tab, or with a new one if it has none. */
  start(): void;
  /** Ends the replay. Its last part is sent if `flush`. */
  stop(flush: boolean): Promise<void>;
  /** Sends what is recorded. */
  flush(): Promise<void>;
  isPaused(): boolean;
  pause(): void;
  /** Records again, beginning with a whole picture of the page. */
  resume(): void;
  /** The person touched the page. */
  touch(): void;
}

/** A recorder that also minds what servers hear of its replay. */
export interface PageRecorder extends Recorder {
  /** Names the replay to the servers that the page asks, if it is live; one that is held they must not know. */
  show(live: boolean): void;
}

/** The SDK's replay integration, by its public functions. */
export interface ReplayIntegration {
  getReplayId(): string | undefined;
  start(): void;
  stop(options: { flush: boolean }): Promise<void>;
  flush(): Promise<void>;
}

/** The functions behind it that have no public door: a pause that keeps the replay, and activity. */
interface Container {
  isPaused(): boolean;
  pause(): void;
  resume(): void;
  triggerUserActivity(): void;
  /** Sends what is recorded after the shortest time between two segments. */
  flush(): Promise<void>;
  /** The same at once. */
  conditionalFlush(): Promise<void>;
}

/**
 * Wraps the SDK's integration. An SDK without the inner functions still keeps the limits: a pause then ends the
 * replay, and the next recording is a new one.
 */
export function recorderOf(replay: ReplayIntegration): Recorder {
  const inner = containerOf(replay);
  // At a blur, and when the window is hidden, the SDK flushes at once: two segments within the shortest time.
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
      // Of a recorder that does not run, flush() would start one.
      if (replay.getReplayId() !== undefined) await replay.flush();
    },
    // The SDK leaves its pause set on a replay that was stopped meanwhile.
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
