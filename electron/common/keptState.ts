/** A small JSON file that survives a crash of the process, but perhaps not of the machine: it is not synced. */
import { rmSync } from 'node:fs';
import type * as v from 'valibot';
import { stateFile } from './stateFile.ts';

/** @param current everything to keep at this moment */
export function keepState<E extends v.ObjectEntries>(
  file: string,
  entries: E,
  current: () => object,
  log: (line: string) => void,
) {
  const kept = stateFile(file, entries, log);
  let timer: NodeJS.Timeout | undefined;

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
  }
  function write(): boolean {
    cancel();
    return kept.write(current(), false);
  }
  return {
    value: kept.read(),
    write,
    changed() {
      // As the SDK's own scope file. A crash can lose that much.
      timer ??= setTimeout(write, 500).unref();
    },
    flush: () => timer && write(),
    clear() {
      cancel();
      try {
        rmSync(file, { force: true });
      } catch (error) {
        log((error as Error).message);
      }
    },
  };
}
