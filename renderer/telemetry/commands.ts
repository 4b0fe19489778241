/** Does what main tells the recorder of this page, one command after the other. */
import type { PageReport, ReplayCommand } from '../../electron/shared/telemetry.ts';
import type { PageRecorder } from './recorder.ts';

export interface CommandRunner {
  /** Queues a command. Resolves when it is done, and never rejects. */
  run(command: ReplayCommand): Promise<void>;
  /** The person touched the page. */
  touch(): void;
  /** Whether the replay is sent, and may be named to servers; a held one is not. */
  isLive(): boolean;
}

/**
 * `load` gets the recorder; it is called for the first command that records, and not before, so that a page
 * without consent does not even load it.
 */
export function createCommandRunner(
  load: () => Promise<PageRecorder>,
  report: (report: PageReport) => void,
  onError: (error: unknown) => void,
): CommandRunner {
  let recorder: PageRecorder | undefined;
  let live = false;
  let queue = Promise.resolve();

  const begin = async (renew: boolean) => {
    recorder ??= await load();
    if (renew) await recorder.stop(false);
    // A paused replay goes on when main says resume.
    if (recorder.id() === undefined && !recorder.isPaused()) recorder.start();
    recorder.show(live);
  };

  const obey = (command: ReplayCommand): Promise<void> | void => {
    switch (command.do) {
      case 'record':
      case 'renew':
        live = command.live;
        return begin(command.do === 'renew');
      case 'pause':
        return recorder?.pause();
      case 'resume':
        return recorder?.resume();
      case 'flush':
        return recorder?.flush();
      case 'checkpoint':
        return beginAgain();
      case 'stop':
        return recorder?.stop(command.flush);
    }
  };

  /** Main hears of it after the flushed segment: both go the same way. */
  const beginAgain = async () => {
    const replayId = recorder?.id();
    if (!recorder || replayId === undefined || recorder.isPaused()) return;
    await recorder.flush();
    // What came in between goes with the old part: the new one must begin with its picture.
    recorder.pause();
    await recorder.flush();
    recorder.resume();
    report({ what: 'checkpoint', replayId });
  };

  return {
    run(command) {
      queue = queue.then(() => obey(command)).catch(onError);
      return queue;
    },
    touch: () => recorder?.touch(),
    isLive: () => live,
  };
}
