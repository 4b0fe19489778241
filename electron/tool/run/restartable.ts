/** An app that is started again while one works on it. */
import type { Launched } from './launch.ts';

export interface Restartable {
  /** The newest start. */
  readonly current: Launched;
  /** Resolves to the exit code of the start that ended by itself, or because it was stopped. */
  ended: Promise<number>;
  restart(): void;
}

/** @param stopping after it there is no further start */
export function restartable(start: () => Launched, stopping: AbortSignal): Restartable {
  let current = start();
  let isRestarting = false;
  async function run(): Promise<number> {
    for (;;) {
      const code = await current.ended;
      if (!isRestarting || stopping.aborted) return code;
      isRestarting = false;
      current = start();
    }
  }
  return {
    get current() {
      return current;
    },
    ended: run(),
    restart() {
      isRestarting = true;
      current.stop();
    },
  };
}
