/** Replays in this page: the SDK's recorder, main's commands for it, and the user's input. */
import type { replayIntegration } from '@sentry/electron/renderer';
import type { PageReport, ReplayCommand } from '../../electron/shared/telemetryMessages.ts';
import { insideOf } from './pageInternals.ts';

export type PageRecorder = ReturnType<typeof recorderOf>;

/** Wraps the SDK's integration of a client. */
export function recorderOf(replay: ReturnType<typeof replayIntegration>) {
  const inner = insideOf(replay);
  return {
    /** The replay that is being recorded or paused; `undefined` if there is none. */
    id: () => replay.getReplayId(),
    start: () => replay.start(),
    stop: (flush: boolean) => replay.stop({ flush }),
    async flush() {
      // flush() would start a recorder that is not running.
      if (replay.getReplayId() !== undefined) await replay.flush();
    },
    // The SDK keeps its pause flag when a paused replay is stopped.
    isPaused: () => replay.getReplayId() !== undefined && inner.isPaused(),
    pause: () => inner.pause(),
    resume: () => inner.resume(),
    touch: () => inner.triggerUserActivity(),
  };
}

/** `load` is called for the first recording command, so that a page without consent never loads the recorder. */
export function createCommandRunner(
  load: () => Promise<PageRecorder>,
  report: (report: PageReport) => void,
  onError: (error: unknown) => void,
) {
  let recorder: PageRecorder | undefined;
  let queue = Promise.resolve();

  const begin = async (renew: boolean) => {
    recorder ??= await load();
    if (renew) await recorder.stop(false);
    // A paused replay continues with the command `resume`.
    if (recorder.id() === undefined && !recorder.isPaused()) recorder.start();
  };

  const obey = (command: ReplayCommand): Promise<void> | void => {
    switch (command.do) {
      case 'record':
      case 'renew':
        return begin(command.do === 'renew');
      case 'checkpoint':
        return beginAgain();
      case 'stop':
        return recorder?.stop(command.flush);
      default:
        return recorder?.[command.do]();
    }
  };

  /** The report reaches main after the flushed segment, because one channel keeps the order. */
  const beginAgain = async () => {
    const replayId = recorder?.id();
    if (!recorder || replayId === undefined || recorder.isPaused()) return;
    await recorder.flush();
    // Events in between belong to the old part: the new one must start with its snapshot.
    recorder.pause();
    await recorder.flush();
    recorder.resume();
    report({ what: 'checkpoint', replayId });
  };

  return {
    /** Queues a command. Resolves when it is done; never rejects. */
    run(command: ReplayCommand): Promise<void> {
      queue = queue.then(() => obey(command)).catch(onError);
      return queue;
    },
    touch: () => recorder?.touch(),
  };
}

export const INPUT_INTERVAL = 1000;

const EVENTS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart', 'input'] as const;

/** Calls `onInput` for any input in the page, right away and then at most once a second. */
export function watchInput(target: EventTarget, now: () => number, onInput: () => void): void {
  let last = Number.NEGATIVE_INFINITY;
  const heard = (event: Event) => {
    // Events that a script dispatches are not user input.
    const time = now();
    if (!event.isTrusted || (time >= last && time - last < INPUT_INTERVAL)) return;
    last = time;
    onInput();
  };
  for (const name of EVENTS) target.addEventListener(name, heard, { capture: true, passive: true });
}
