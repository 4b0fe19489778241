/** An app that is restarted during development. */
import type { Launched } from './launch.ts';

export interface Restartable {
  readonly current: Launched;
  /** Resolves to the exit code of the start that ended by itself or was stopped. */
  ended: Promise<number>;
  restart(): void;
}

/** @param stopping after it aborts, there is no further start */
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
