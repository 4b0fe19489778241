/** Runs main's commands for this page's recorder, one after the other. */
import type { PageReport, ReplayCommand } from '../../electron/shared/telemetry.ts';
import type { PageRecorder } from './recorder.ts';

/** `load` is called for the first command that records, so that a page without consent never loads the recorder. */
export function createCommandRunner(
  load: () => Promise<PageRecorder>,
  report: (report: PageReport) => void,
  onError: (error: unknown) => void,
) {
  let recorder: PageRecorder | undefined;
  let live = false;
  let queue = Promise.resolve();

  const begin = async (renew: boolean) => {
    recorder ??= await load();
    if (renew) await recorder.stop(false);
    // A paused replay continues with the command `resume`.
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

  /** The report reaches main after the flushed segment, because both use the same channel order. */
  const beginAgain = async () => {
    const replayId = recorder?.id();
    if (!recorder || replayId === undefined || recorder.isPaused()) return;
    await recorder.flush();
    // Events from in between belong to the old part: the new one must start with its snapshot.
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
    /** The user did something. */
    touch: () => recorder?.touch(),
    /** Whether the replay is being sent; a held one is not, and servers must not learn its id. */
    isLive: () => live,
  };
}
