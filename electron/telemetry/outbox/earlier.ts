/** What earlier runs left in the folder: a large one is listed in steps, so that main never stands still for it. */
import { type Disk, listInSteps, type NamedFile, STEP } from './disk.ts';
import type { StoredEnvelopes } from './stored.ts';

interface Parts {
  disk: Disk;
  onDisk: StoredEnvelopes;
  /** Runs it; undefined if it throws. */
  attempt: <T>(action: () => T) => T | undefined;
  /** Runs it in a later turn. */
  later: (action: () => void) => void;
}

/**
 * Adds what the folder holds, and removes the files that are of no use: the first `STEP` files before it returns.
 * @returns what ends it early
 */
export function addEarlier({ disk, onDisk, attempt, later }: Parts): () => void {
  const listing = listInSteps(disk.folder);
  let isEnded = false;
  const add = (files: readonly NamedFile[], isQuarantined: boolean) => {
    // What comes while the folder is listed is known already.
    for (const [nth, { file, name }] of files.entries())
      if (!onDisk.get(file)) onDisk.addEarlier(file, name, nth, isQuarantined);
  };
  const addSome = () => {
    for (let files = 0; files < STEP; ) {
      const step = isEnded ? undefined : attempt(() => listing.next());
      if (!step || step.done) return;
      const { envelopes, quarantined, leftovers } = step.value;
      add(envelopes, false);
      add(quarantined, true);
      for (const file of leftovers) attempt(() => disk.remove(file));
      files += envelopes.length + quarantined.length + leftovers.length;
    }
    later(addSome);
  };
  addSome();
  return () => {
    isEnded = true;
    listing.return();
  };
}
